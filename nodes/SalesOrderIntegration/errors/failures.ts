/** Failures of the service and values that cannot be used, as errors that speak to the integrator (design 3.7). */
import { DateTime } from 'luxon';
import { failureTable, type FailureKind, type FailureRow } from './failureTable';

/** Whether an instant (epoch milliseconds) lies in the weekly maintenance of the service (api-specification 1). */
export function isInMaintenance(instant: number): boolean {
	const { weekday, hour } = DateTime.fromMillis(instant, { zone: 'America/Mexico_City' });
	return (weekday === 6 && hour >= 22) || (weekday === 7 && hour < 1);
}

const MAINTENANCE =
	'The service is possibly in its maintenance window (Saturday 22:00 to Sunday 01:00, Central Mexico time): try again after it.';

/** What is known of a failure beyond its kind. Texts and cause replace those of the table, for a caller that knows more. */
export interface FailureDetails extends Partial<Pick<FailureRow, 'message' | 'advice' | 'cause'>> {
	/** HTTP status, where there was a response. */
	httpCode?: number;
	/** The response (or link, or error of n8n), shortened and free of secrets; shown to the user. */
	excerpt?: string;
	/** How long to wait before another try makes sense, milliseconds. */
	retryAfterMs?: number;
	/** When it happened, epoch milliseconds: tells whether maintenance may be the reason. */
	at?: number;
}

/** A failed exchange with the service. Its texts are made for the integrator and hold no token. */
export class ServiceFailure extends Error {
	override name = 'ServiceFailure';
	/** Why it happened and what to do, with the beginning of the response. */
	readonly description: string;
	readonly isRetried: boolean;
	readonly failureCause: NonNullable<FailureRow['cause']>;
	readonly httpCode?: number;
	readonly retryAfterMs?: number;

	constructor(
		readonly kind: FailureKind,
		readonly details: FailureDetails = {},
	) {
		const row: FailureRow & FailureDetails = { ...failureTable[kind], ...details };
		const { message, httpCode, excerpt, at } = row;
		super(httpCode === undefined || message.includes(`(${httpCode})`) ? message : `${message} (${httpCode})`);
		this.isRetried = row.isRetried ?? false;
		this.failureCause = row.cause ?? 'temporarily-unavailable';
		this.httpCode = httpCode;
		this.retryAfterMs = row.retryAfterMs;
		const mayBeMaintenance = this.isRetried && at !== undefined && isInMaintenance(at);
		const parts = [mayBeMaintenance && MAINTENANCE, row.advice, excerpt && `Details: ${excerpt}`];
		this.description = parts.filter(Boolean).join(' ');
	}
}

/** A caught error, if it is a failure of the service; throws any other error again. */
export function asFailure(error: unknown): ServiceFailure {
	if (error instanceof ServiceFailure) return error;
	throw error;
}

/** How a service may refuse a window that is too long, or that lies ahead (api-specification 8: not shown). */
export const REFUSALS: readonly FailureKind[] = ['badRequest', 'forbidden', 'notFound'];

/** Whether the service refused what was asked for. It may accept a shorter window. */
export function isRefusal(error: unknown): error is ServiceFailure {
	return error instanceof ServiceFailure && REFUSALS.includes(error.kind);
}

/** After them, no request has a chance. */
const ENDS_ALL: readonly FailureKind[] = ['unauthorized', 'cancelled'];

/** Whether other requests may still succeed: then a check that fails like this is left out. */
export function isOfCheck(error: unknown): error is ServiceFailure {
	return error instanceof ServiceFailure && !ENDS_ALL.includes(error.kind);
}

/** What `work` gives; undefined if it fails in the way that is named, such as {@link isRefusal}. */
export async function unless<Result>(
	isExpected: (error: unknown) => boolean,
	work: Promise<Result>,
): Promise<Result | undefined> {
	return await work.catch((error: unknown) => {
		if (!isExpected(error)) throw error;
		return undefined;
	});
}

/** A value from the user that cannot be used. `message` says what is wrong, `description` what to do. */
export class InputError extends Error {
	override name = 'InputError';

	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}

const SHOWN_LENGTH = 60;

/** A value as a message shows it: one line of at most 60 characters. */
export function shown(value: unknown): string {
	// JSON has no big integers, and no NaN, to which an expression with a missing field may evaluate.
	const isNumber = typeof value === 'number' || typeof value === 'bigint';
	try {
		const text = isNumber ? String(value) : (JSON.stringify(value) ?? 'nothing');
		return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
	} catch {
		// It is nested too deeply to be written.
		return `a value of type ${typeof value}`;
	}
}

/** The failure that an HTTP status means (api-specification 7: any but 200 is one). A 429 ends in the queue (rateLimit.ts). */
export function kindOfStatus(status: number): FailureKind {
	if (status === 401) return 'unauthorized';
	if (status === 403) return 'forbidden';
	if (status === 404) return 'notFound';
	if (status === 407) return 'proxyLogin';
	if (status >= 500) return 'serverError';
	if (status >= 400) return 'badRequest';
	if (status >= 300) return 'redirect';
	return 'unexpectedSuccess';
}

/** What the codes of network errors mean, the first that matches. */
const KINDS_OF_CODES: ReadonlyArray<[RegExp, FailureKind]> = [
	[/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/, 'connectionRefused'],
	[/^(ENOTFOUND|EAI_AGAIN)$/, 'unknownHost'],
	[/^(ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT)$/, 'timeout'],
	[/^(EPROTO$|ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/, 'tls'],
	// Those left out: the address or a header (the token) has characters that HTTP does not allow.
	[/^(?!ERR_(INVALID|HTTP_INVALID|UNESCAPED))/, 'connectionLost'],
];

/** An error and its chain of causes; at most five, because some lead back to themselves. */
export function withCauses(error: unknown, most = 5): Array<{ code?: unknown; message?: unknown }> {
	if (most === 0 || typeof error !== 'object' || error === null) return [];
	return [error, ...withCauses((error as { cause?: unknown }).cause, most - 1)];
}

/** The failure that the code of an error of the HTTP client, or of a cause, means; undefined if it is not of the network. */
export function networkFailureOf(error: unknown): FailureKind | undefined {
	const codes = withCauses(error).flatMap(({ code }) => (typeof code === 'string' ? [code] : []));
	const kinds = codes.map((code) => KINDS_OF_CODES.find(([pattern]) => pattern.test(code))?.[1]);
	return kinds.find((kind) => kind !== undefined && kind !== 'connectionLost') ?? kinds.at(-1);
}
