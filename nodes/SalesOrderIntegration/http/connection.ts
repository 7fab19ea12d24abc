/** What the credential says, checked: where the service is, and how its dates are to be read. */
import { createHash } from 'node:crypto';
import { requireZone } from '../dates/wallTime';
import { redactedExcerptWithout, tokenMask } from './redactedExcerpt';
import type { RedactedExcerpt } from './redactedExcerpt';
import { InputError } from '../errors/failures';

/** A checked credential. It holds no token: n8n adds that to each request itself. */
export interface Connection {
	/** Without trailing slash and without /api/v2. */
	baseUrl: string;
	/** IANA zone in which the service reads dates (api-specification 5). */
	timezone: string;
	/** Query parameter that makes the service filter by `dateCreated`, if the provider named one. */
	serverDateParameter?: { name: string; value: string };
	/** A hash of token and address, which identifies the pair without revealing it. */
	tokenKey: string;
	/** What may be shown of a received text: little, and nothing of the token. */
	redactedExcerpt: RedactedExcerpt;
	/** Whether a response may hold the token, as in a field of its user. Fast enough for every page. */
	mayHoldToken(body: string): boolean;
	/** A JSON value with a mask in place of each text that shows a part of the token. */
	withoutToken(value: unknown): unknown;
}

/** Printable ASCII without quotes, angle brackets and backslashes, on which redactedExcerpt.ts relies. */
const TOKEN = /^(?!.*["'<>\\])[\x21-\x7e]+$/;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks the fields of the credential (design 2).
 *
 * @throws InputError that names the field and what to enter instead
 */
export function readConnection(fields: Record<string, unknown>): Connection {
	const baseUrl = readBaseUrl(fields.baseUrl);
	const token = readToken(fields.apiToken);
	const timezone = String(fields.timezone ?? '').trim();
	requireZone(timezone, 'credential');
	return {
		baseUrl,
		timezone,
		serverDateParameter: readServerDateParameter(fields.serverDateParameter),
		tokenKey: createHash('sha256').update(`${baseUrl} ${token}`).digest('hex'),
		redactedExcerpt: redactedExcerptWithout(token),
		mayHoldToken: (body) => body.includes(longestWord(token)),
		withoutToken: tokenMask(token),
	};
}

/** The longest part of a token that no encoding changes. */
function longestWord(token: string): string {
	return token.split(/[^a-z\d]+/i).reduce((longest, word) => (word.length > longest.length ? word : longest));
}

/**
 * The token alone, without the word Bearer that may have been copied with it.
 *
 * @throws InputError when there is none, or when it has characters that no token has; the message does not show it
 */
export function readToken(value: unknown): string {
	const token = String(value ?? '')
		.trim()
		.replace(/^Bearer\s+/i, '');
	if (token === '') {
		throw new InputError(
			'The API Token of the credential is empty',
			'Create a personal API token in the user edit screen of the web application and paste it into the credential.',
		);
	}
	if (!TOKEN.test(token)) {
		throw new InputError(
			'The API Token of the credential has a space, a line break, a quote or another character that no token has',
			'Copy only the token itself from the user edit screen of the web application.',
		);
	}
	return token;
}

/**
 * The address of the service, without trailing slashes and a pasted /api/v2 and what follows it.
 *
 * @throws InputError when it is not an address, or is http to another machine: the token must not travel unencrypted
 */
export function readBaseUrl(value: unknown): string {
	const text = String(value ?? '').trim();
	// A host with a port, such as service.example:8443, reads like an address whose scheme is the host.
	if (!/^[a-z]+:\/\//i.test(text) || !URL.canParse(text)) {
		throw new InputError(
			'The Base URL of the credential must be an address that begins with https://',
			'Enter the address of the service, for example https://service.example.com.',
		);
	}
	const url = new URL(text);
	const isLoopback = LOOPBACK.test(url.hostname);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
		throw new InputError(
			'The Base URL of the credential must begin with https://',
			'Without https, others on the network could read the API token. http:// is accepted only for this machine (localhost).',
		);
	}
	if (url.username || url.password || url.search || url.hash) {
		throw new InputError(
			'The Base URL of the credential may only have a host and a path',
			'Remove the user name, the password and everything from a question mark or # on. Enter the token in the field API Token.',
		);
	}
	return url.origin + url.pathname.replace(/(\/+api\/+v2(\/.*)?)?\/*$/i, '');
}

/**
 * Who receives a request to this address: scheme, host and port. For an address that is not HTTP only the scheme, because
 * the origin of a `blob:` address is the one that is written inside.
 */
export function originOf({ protocol, origin }: URL): string {
	return protocol === 'https:' || protocol === 'http:' ? origin : protocol;
}

function readServerDateParameter(value: unknown): Connection['serverDateParameter'] {
	const text = String(value ?? '').trim();
	if (text === '') return undefined;
	const [, name, parameterValue = ''] = /^([\w.[\]-]+)=(.*)$/.exec(text) ?? [];
	const isSent = ['start', 'end', 'deleted', 'page'].includes(name ?? '');
	if (name !== undefined && !isSent) return { name, value: parameterValue };
	// The value is not quoted: it may be a token in the wrong field.
	throw new InputError(
		isSent
			? `The Server Date Parameter of the credential cannot be '${name}'; the node sends that itself`
			: 'The Server Date Parameter of the credential does not have the form name=value',
		'Enter it as your provider told you, or leave it empty.',
	);
}
