/**
 * What can go wrong with the service, and what the integrator reads about it: the one table (design 3.7).
 * docs/errors.md is generated from it.
 */
import { maintenanceEnd } from './maintenance';

/** How a failure is treated: `repeat` again after a pause, `wait` for the rate limit, or `final`. */
export type Remedy = 'repeat' | 'wait' | 'final';

/** Whose failure it is, in the words of n8n's durable scheduler (n8n-facts, polling triggers). */
export type FailureCause =
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid' | 'node-defect';

interface Row {
	/** What happened, in one sentence. Free of error codes such as ECONNRESET, which n8n would replace. */
	message: string;
	/** What to do. */
	advice: string;
	remedy: Remedy;
	cause: FailureCause;
	/** Whether maintenance of the service could explain it. */
	maybeMaintenance?: true;
}

export const failureTable = {
	tokenMissing: {
		message: 'The service did not accept the API token (401)',
		advice:
			'Create a new personal API token in the user edit screen of the web application and paste it into the credential. Tokens end when the user is disabled or the trial is over.',
		remedy: 'final',
		cause: 'credential-invalid',
	},
	tokenForbidden: {
		message: 'The user of this API token may not do this (403)',
		advice: 'Ask the account administrator for the permission, or use the token of another user.',
		remedy: 'final',
		cause: 'credential-invalid',
	},
	badRequest: {
		message: 'The service rejected the request as wrong (400)',
		advice:
			'Check the values given to this operation; what the service answered is shown below, if it said anything.',
		remedy: 'final',
		cause: 'configuration-invalid',
	},
	notFound: {
		message: 'The service does not know this address or order (404)',
		advice:
			'For Set External ID: the order ID does not exist for this user. Otherwise the Base URL of the credential is wrong: it is the address of the service without /api/v2.',
		remedy: 'final',
		cause: 'configuration-invalid',
	},
	otherRefusal: {
		message: 'The service refused the request',
		advice:
			'Check the Base URL of the credential and the values given; what the service answered is shown below.',
		remedy: 'final',
		cause: 'configuration-invalid',
	},
	redirect: {
		message: 'The service answered with a redirect, which counts as a failure',
		advice:
			'The token is not sent to another address. Enter the final address of the service as Base URL in the credential (https, no redirect).',
		remedy: 'final',
		cause: 'configuration-invalid',
	},
	unexpectedSuccess: {
		message: 'The service answered with a status other than 200, which counts as a failure',
		advice:
			'Nothing is known to have been stored or read. Run it again; if it stays, ask the provider of the service.',
		remedy: 'final',
		cause: 'temporarily-unavailable',
	},
	rateLimited: {
		message: 'The service is busy: its limit of requests per minute is used up (429)',
		advice:
			'Waiting and repeating did not help within the time allowed. Run fewer workflows with this token at the same time, or poll less often; nothing was lost.',
		remedy: 'wait',
		cause: 'rate-limited',
	},
	serverError: {
		message: 'The service has a problem of its own',
		advice: 'It was asked several times. Try again later; nothing was lost.',
		remedy: 'repeat',
		cause: 'temporarily-unavailable',
		maybeMaintenance: true,
	},
	html: {
		message: 'A web page came instead of data',
		advice:
			'The Base URL of the credential probably points to the web application or a login page, not to the service. It is the address of the service without /api/v2.',
		remedy: 'repeat',
		cause: 'configuration-invalid',
		maybeMaintenance: true,
	},
	cutJson: {
		message: 'The answer of the service is not readable: it is cut off or not JSON',
		advice:
			'It was asked several times. Try again later; if it stays, check the Base URL or a proxy in between.',
		remedy: 'repeat',
		cause: 'temporarily-unavailable',
	},
	notAnEnvelope: {
		message: 'The answer of the service is not a list of the expected kind',
		advice:
			'The Base URL of the credential may point to another service, or a proxy changed the answer. What came instead is shown below.',
		remedy: 'repeat',
		cause: 'configuration-invalid',
	},
	tooLarge: {
		message: 'The answer of the service is too large to be a page of a list',
		advice: 'Check the Base URL of the credential; if it is right, ask the provider of the service.',
		remedy: 'final',
		cause: 'temporarily-unavailable',
	},
	notSent: {
		message: 'The request was not sent to the service',
		advice:
			'Either n8n or the credential refused it before it left: check the Base URL, the API Token (no spaces or line breaks inside) and the allowed domains of the credential, and the rules of this n8n for outgoing requests.',
		remedy: 'final',
		cause: 'configuration-invalid',
	},
	connectionLost: {
		message: 'The connection to the service broke off',
		advice: 'It was tried several times. Check the network of the machine that runs n8n, then try again.',
		remedy: 'repeat',
		cause: 'temporarily-unavailable',
		maybeMaintenance: true,
	},
	connectionRefused: {
		message: 'Nothing answers at the address of the service',
		advice: 'Check the Base URL of the credential (host and port), and whether a firewall stands in between.',
		remedy: 'repeat',
		cause: 'temporarily-unavailable',
		maybeMaintenance: true,
	},
	unknownHost: {
		message: 'The host name of the service is not known',
		advice:
			'Check the Base URL of the credential for a typing mistake, and the DNS of the machine that runs n8n.',
		remedy: 'repeat',
		cause: 'temporarily-unavailable',
	},
	tls: {
		message: 'No secure connection to the service could be made',
		advice:
			'Its certificate is not valid for this address, has expired, or is replaced by a proxy. Check the Base URL; do not switch off the check of certificates.',
		remedy: 'final',
		cause: 'configuration-invalid',
	},
	timeout: {
		message: 'The service did not answer within 30 seconds',
		advice: 'It was asked several times. Choose a shorter time window, or try again later.',
		remedy: 'repeat',
		cause: 'temporarily-unavailable',
		maybeMaintenance: true,
	},
	outOfTime: {
		message: 'The service was too slow for the time that a poll may take',
		advice:
			'Nothing was lost: the next poll continues. If it happens often, poll less often or ask for less at once.',
		remedy: 'final',
		cause: 'temporarily-unavailable',
		maybeMaintenance: true,
	},
	foreignLink: {
		message: 'The list continues at another address than that of the credential',
		advice:
			'The token is not sent there. Enter the address that the service itself uses as Base URL, or ask the provider of the service.',
		remedy: 'final',
		cause: 'configuration-invalid',
	},
	brokenLink: {
		message: 'The link to the next page of the list cannot be read',
		advice:
			'Reading on would mean guessing. Ask the provider of the service; what the link was is shown below.',
		remedy: 'final',
		cause: 'temporarily-unavailable',
	},
	pageLoop: {
		message: 'The list leads back to a page that was read before, and would never end',
		advice: 'Choose a shorter time window; if it stays, ask the provider of the service.',
		remedy: 'final',
		cause: 'temporarily-unavailable',
	},
	unsettled: {
		message:
			'The list of orders does not settle: it holds fewer than it promises, or changes each time it is read',
		advice:
			'Everything that was seen is handed over, and the poll stays at this place, so that nothing is passed over. If it lasts, ask the provider of the service.',
		remedy: 'final',
		cause: 'temporarily-unavailable',
	},
	cancelled: {
		message: 'The execution was stopped',
		advice: 'Nothing more was sent to the service.',
		remedy: 'final',
		cause: 'temporarily-unavailable',
	},
} as const satisfies Record<string, Row>;

export type FailureKind = keyof typeof failureTable;

/** What is known of a failure beyond its kind. */
export interface FailureDetails {
	/** HTTP status, where there was an answer. */
	httpCode?: number;
	/** What came, shortened and free of secrets; shown to the user. */
	evidence?: string;
	/** How long to wait before another try makes sense, milliseconds. */
	retryAfterMs?: number;
	/** When it happened, epoch milliseconds: tells whether maintenance may be the reason. */
	at?: number;
}

/** A failed exchange with the service. Its texts are made for the integrator and hold no token. */
export class ServiceFailure extends Error {
	readonly kind: FailureKind;

	readonly description: string;

	readonly httpCode?: number;

	readonly retryAfterMs?: number;

	constructor(kind: FailureKind, details: FailureDetails = {}) {
		const row: Row = failureTable[kind];
		const { httpCode } = details;
		const status = httpCode === undefined || row.message.includes(`${httpCode}`) ? '' : ` (${httpCode})`;
		super(row.message + status);
		this.name = 'ServiceFailure';
		this.kind = kind;
		this.httpCode = httpCode;
		this.retryAfterMs = details.retryAfterMs;
		this.description = [
			row.maybeMaintenance && details.at !== undefined && maintenanceEnd(details.at) !== undefined
				? 'The service is possibly in its maintenance window (Saturday 22:00 to Sunday 01:00, Central Mexico time): try again after it.'
				: undefined,
			row.advice,
			details.evidence ? `What came: ${details.evidence}` : undefined,
		]
			.filter((part) => part !== undefined)
			.join(' ');
	}

	get remedy(): Remedy {
		return failureTable[this.kind].remedy;
	}

	get failureCause(): FailureCause {
		return failureTable[this.kind].cause;
	}
}

/** A caught error as the failure that it is; throws any other, which no one expected. */
export function asFailure(error: unknown): ServiceFailure {
	if (error instanceof ServiceFailure) return error;
	throw error;
}

/** A value that the integrator gave and that cannot be used. `message` says what is wrong, `description` what to do. */
export class InputError extends Error {
	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
		this.name = 'InputError';
	}
}

/** The failure that an HTTP status other than 200 means (api-specification 7: any other status is a failure). */
export function kindOfStatus(status: number): FailureKind {
	if (status === 400) return 'badRequest';
	if (status === 401) return 'tokenMissing';
	if (status === 403) return 'tokenForbidden';
	if (status === 404) return 'notFound';
	if (status === 429) return 'rateLimited';
	if (status >= 500) return 'serverError';
	if (status >= 400) return 'otherRefusal';
	if (status >= 300) return 'redirect';
	return 'unexpectedSuccess';
}

const KIND_OF_CODE: Record<string, FailureKind> = {
	ECONNREFUSED: 'connectionRefused',
	EHOSTUNREACH: 'connectionRefused',
	ENETUNREACH: 'connectionRefused',
	ENOTFOUND: 'unknownHost',
	EAI_AGAIN: 'unknownHost',
	ETIMEDOUT: 'timeout',
	ECONNABORTED: 'timeout',
	ESOCKETTIMEDOUT: 'timeout',
	EPROTO: 'tls',
};
/** What was to be sent is no request: an address or a header (the token) with characters that HTTP has not. */
const UNSENDABLE_CODE = /^ERR_(INVALID|HTTP_INVALID|UNESCAPED)/;
const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/;

/**
 * The failure that an error of the HTTP client means: it is known by its code, or that of an error inside it.
 * Undefined where there is none that comes from the network.
 */
export function networkFailureOf(error: unknown): FailureKind | undefined {
	let hasCode = false;
	for (let inner = error, depth = 0; depth < 5 && typeof inner === 'object' && inner !== null; depth++) {
		const { code } = inner as { code?: unknown };
		if (typeof code === 'string') {
			const kind = KIND_OF_CODE[code];
			if (kind) return kind;
			if (TLS_CODE.test(code)) return 'tls';
			hasCode = !UNSENDABLE_CODE.test(code);
		}
		inner = (inner as { cause?: unknown }).cause;
	}
	return hasCode ? 'connectionLost' : undefined;
}

const EVIDENCE_LENGTH = 200;

/** A piece of an answer that can be shown: one line, at most 200 characters, without markup or anything like a token. */
export function asEvidence(text: string): string | undefined {
	const line = text
		.slice(0, 5_000)
		.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\bBearer\s+\S+/gi, 'Bearer ***')
		.replace(/\s+/g, ' ')
		.trim();
	if (line === '') return undefined;
	return line.length > EVIDENCE_LENGTH ? `${line.slice(0, EVIDENCE_LENGTH)}…` : line;
}
