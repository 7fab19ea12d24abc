/** What the credential says, checked: where the service is, and how its dates are to be read. */
import { createHash } from 'node:crypto';
import { isValidZone } from '../dates';
import { redactedExcerptWithout } from './redactedExcerpt';
import type { RedactedExcerpt } from './redactedExcerpt';
import { InputError } from '../errors/failures';

/** The fields of the credential as n8n hands them over. */
export interface CredentialFields {
	baseUrl?: unknown;
	apiToken?: unknown;
	timezone?: unknown;
	serverDateParameter?: unknown;
}

/** A checked credential. It holds no token: n8n adds that to each request itself. */
export interface Connection {
	/** Without trailing slash and without /api/v2. */
	baseUrl: string;
	/** IANA zone in which the service reads dates (api-specification 5). */
	timezone: string;
	/** Query parameter that makes the service filter by `dateCreated`, when the provider told one. */
	serverDateParameter?: { name: string; value: string };
	/** The same for all that uses this token at this address, without telling it. */
	tokenKey: string;
	/** Makes what came fit to be shown: short, and without the token. */
	redactedExcerpt: RedactedExcerpt;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks the fields of the credential (design 2).
 *
 * @throws InputError that names the field and what to enter instead
 */
export function readConnection(fields: CredentialFields): Connection {
	const baseUrl = readBaseUrl(fields.baseUrl);
	const token = readToken(fields.apiToken);
	return {
		baseUrl,
		timezone: readTimezone(fields.timezone),
		serverDateParameter: readServerDateParameter(fields.serverDateParameter),
		tokenKey: createHash('sha256').update(`${baseUrl} ${token}`).digest('hex'),
		redactedExcerpt: redactedExcerptWithout(token),
	};
}

/**
 * The token alone, without the word Bearer that may have been copied with it.
 *
 * @throws InputError when there is none, or when it holds what no HTTP header can; the message does not show it
 */
export function readToken(value: unknown): string {
	const token = String(value ?? '')
		.trim()
		.replace(/^Bearer\s+/i, '');
	if (token === '') {
		throw new InputError(
			'The API Token of the credential is empty',
			'Paste the personal API token into the credential.',
		);
	}
	if (!/^[\x21-\x7e]+$/.test(token)) {
		throw new InputError(
			'The API Token of the credential holds a space, a line break or another character that no token has',
			'Copy it again from the user edit screen of the web application, the token alone.',
		);
	}
	return token;
}

/**
 * The address of the service, without trailing slashes and a pasted /api/v2.
 *
 * @throws InputError when it is not an address, or is http beyond this machine: the token must not travel in clear
 */
export function readBaseUrl(value: unknown): string {
	const text = String(value ?? '').trim();
	if (!URL.canParse(text)) {
		throw new InputError(
			text === ''
				? 'The Base URL of the credential is empty'
				: 'The Base URL of the credential is not an address',
			'Enter the address of the service, for example https://service.example.com.',
		);
	}
	const url = new URL(text);
	const isLoopback = LOOPBACK.test(url.hostname);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
		throw new InputError(
			'The Base URL of the credential must start with https://',
			'Otherwise the API token would travel readable for everyone. http:// is accepted only for this machine (localhost).',
		);
	}
	if (url.username || url.password || url.search || url.hash) {
		throw new InputError(
			'The Base URL of the credential may only have a host and a path',
			'Remove user name, password, question mark and everything after it; the token belongs into the field API Token.',
		);
	}
	const path = url.pathname
		.replace(/\/+$/, '')
		.replace(/\/api(\/v2)?$/i, '')
		.replace(/\/+$/, '');
	return url.origin + path;
}

/**
 * To whom a request to this address goes: scheme, host and port. Of an address that is not one of HTTP the scheme alone,
 * because that of a `blob:` would pass for the host that is named inside.
 */
export function originOf({ protocol, origin }: URL): string {
	return protocol === 'https:' || protocol === 'http:' ? origin : protocol;
}

function readTimezone(value: unknown): string {
	const zone = String(value ?? '').trim();
	if (isValidZone(zone)) return zone;
	throw new InputError(
		`The Time Zone of the credential is not known: "${zone}"`,
		'Choose the zone of the user who created the token, for example America/Mexico_City.',
	);
}

function readServerDateParameter(value: unknown): Connection['serverDateParameter'] {
	const text = String(value ?? '').trim();
	if (text === '') return undefined;
	const [, name, parameterValue] = /^([\w.[\]-]+)=(.*)$/.exec(text) ?? [];
	if (
		name === undefined ||
		parameterValue === undefined ||
		['start', 'end', 'deleted', 'page'].includes(name)
	) {
		throw new InputError(
			`The Server Date Parameter of the credential is not of the form name=value: "${text}"`,
			'Enter it as your provider told you, or leave it empty.',
		);
	}
	return { name, value: parameterValue };
}
