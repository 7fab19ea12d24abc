/** What the credential says, checked: where the service is, and how its dates are to be read. */
import { createHash } from 'node:crypto';
import { requireZone } from '../dates/wallTime';
import { redactionOf } from './redaction';
import { InputError } from '../errors/failures';

/** A checked credential. It shows no token: n8n adds that to each request itself. */
export type Connection = ReturnType<typeof readConnection>;

/** Printable ASCII without quotes, angle brackets and backslashes, on which redaction.ts relies. */
const TOKEN = /^(?!.*["'<>\\])[\x21-\x7e]+$/;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Checks the fields of the credential (design 2). Throws an InputError that names the field and what to enter instead. */
export function readConnection(fields: Record<string, unknown>) {
	const baseUrl = readBaseUrl(fields.baseUrl);
	const token = readToken(fields.apiToken);
	const timezone = String(fields.timezone ?? '').trim();
	requireZone(timezone, 'credential');
	return {
		/** Without trailing slash and without /api/v2. */
		baseUrl,
		/** IANA zone in which the service reads dates (api-specification 5). */
		timezone,
		/** Query parameter that makes the service filter by `dateCreated`, if the provider named one. */
		serverDateParameter: readServerDateParameter(fields.serverDateParameter),
		/** A hash of token and address, which identifies the pair without revealing it. */
		tokenKey: createHash('sha256').update(`${baseUrl} ${token}`).digest('hex'),
		...redactionOf(token),
	};
}

/** The token, without a copied word Bearer. Throws an InputError, which does not show it, for what cannot be one. */
export function readToken(value: unknown): string {
	const token = String(value ?? '')
		.trim()
		.replace(/^Bearer(\s+|$)/i, '');
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

/** Headers with the token of the credential in place of one that they may have. */
export function withToken(headers: object, token: unknown): { Authorization: string } {
	const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization');
	return { ...Object.fromEntries(others), Authorization: `Bearer ${readToken(token)}` };
}

/**
 * The address of the service, without trailing slashes and a pasted /api/v2 and what follows it. Throws an InputError for
 * what is none, and for http to another machine: the token must not travel unencrypted.
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
	const isLoopback = url.protocol === 'http:' && LOOPBACK.test(url.hostname);
	if (url.protocol !== 'https:' && !isLoopback) {
		throw new InputError(
			'The Base URL of the credential must begin with https://',
			'Without https, others on the network could read the API token. http:// is accepted only for this machine (localhost).',
		);
	}
	if (url.username || url.password || url.search || url.hash) {
		throw new InputError(
			'The Base URL of the credential may only have a host and a path',
			"Remove the user name, the password and everything from a question mark or # on. Enter the token under 'API Token'.",
		);
	}
	return url.origin + url.pathname.replace(/(\/+api\/+v2(\/.*)?)?\/*$/i, '');
}

/** Who receives a request to this address. (The `origin` of a `blob:` address is the one that is written inside.) */
export function originOf({ protocol, host }: URL): string {
	return `${protocol}//${host}`;
}

function readServerDateParameter(value: unknown): { name: string; value: string } | undefined {
	const text = String(value ?? '').trim();
	if (text === '') return undefined;
	const { name, sent } =
		/^(?!(start|end|deleted|page)=)(?<name>[\w.[\]-]+)= *(?<sent>[^&\r\n]*)$/i.exec(text)?.groups ?? {};
	if (name !== undefined && sent !== undefined) return { name, value: sent };
	// The value is not quoted: it may be a token in the wrong field.
	throw new InputError(
		'The Server Date Parameter of the credential must have the form name=value, with a name that the node does not send itself',
		'Enter it as your provider told you, or leave it empty. The node itself sends start, end, deleted and page.',
	);
}
