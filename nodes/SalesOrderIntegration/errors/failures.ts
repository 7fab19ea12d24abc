/** Failures of the service and mistakes in what was entered, as errors that speak to the integrator (design 3.7). */
import { failureTable } from './failureTable';
import type { FailureCause, FailureKind, FailureRow, RetryPolicy } from './failureTable';
import { maintenanceEnd } from './maintenance';

/** What is known of a failure beyond its kind. */
export interface FailureDetails {
	/** What the message is about, such as the ID of an order; follows it. */
	subject?: string;
	/** HTTP status, where there was an answer. */
	httpCode?: number;
	/** What came, shortened and free of secrets; shown to the user. */
	excerpt?: string;
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
		const row: FailureRow = failureTable[kind];
		const { httpCode } = details;
		const status = httpCode === undefined || row.message.includes(`${httpCode}`) ? '' : ` (${httpCode})`;
		super([row.message, details.subject].filter(Boolean).join(' ') + status);
		this.name = 'ServiceFailure';
		this.kind = kind;
		this.httpCode = httpCode;
		this.retryAfterMs = details.retryAfterMs;
		this.description = [
			row.maybeMaintenance && details.at !== undefined && maintenanceEnd(details.at) !== undefined
				? 'The service is possibly in its maintenance window (Saturday 22:00 to Sunday 01:00, Central Mexico time): try again after it.'
				: undefined,
			row.advice,
			details.excerpt ? `What came: ${details.excerpt}` : undefined,
		]
			.filter((part) => part !== undefined)
			.join(' ');
	}

	get retryPolicy(): RetryPolicy {
		return failureTable[this.kind].retryPolicy;
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
	if (status === 401) return 'unauthorized';
	if (status === 403) return 'forbidden';
	if (status === 404) return 'notFound';
	if (status === 429) return 'rateLimited';
	if (status >= 500) return 'serverError';
	if (status >= 400) return 'clientError';
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

/** An error, what caused it, what caused that, and so on: no further than five, since some lead back to themselves. */
export function* withCauses(error: unknown): Generator<{ code?: unknown; message?: unknown }, void> {
	let inner = error;
	for (let depth = 0; depth < 5 && typeof inner === 'object' && inner !== null; depth++) {
		yield inner;
		inner = (inner as { cause?: unknown }).cause;
	}
}

/**
 * The failure that an error of the HTTP client means: it is known by its code, or that of an error inside it.
 * Undefined where there is none that comes from the network.
 */
export function networkFailureOf(error: unknown): FailureKind | undefined {
	let hasCode = false;
	for (const { code } of withCauses(error)) {
		if (typeof code !== 'string') continue;
		const kind = KIND_OF_CODE[code];
		if (kind) return kind;
		if (TLS_CODE.test(code)) return 'tls';
		hasCode = !UNSENDABLE_CODE.test(code);
	}
	return hasCode ? 'connectionLost' : undefined;
}
