/** The list of users, what an order says of itself, and the one write (api-specification 4). */
import { MINUTE_MS } from '../dates/durations';
import { parseTimestamp } from '../dates/timestamp';
import { asFailure, ServiceFailure } from '../errors/failures';
import { failureTable, type FailureKind } from '../errors/failureTable';
import type { ServiceResponse } from '../http/call';
import { send, type Client } from '../http/client';
import { jsonText, parseJson } from '../http/json';
import type { ListQuery } from './pages';
import { listPaths, valueAt, type WireRecord } from './wire';

/** A list may show a record this long after its date: services take time to save, and clocks differ. */
export const SHOWN_LATE_MS = 10 * MINUTE_MS;

/** The list of users (api-specification 4.3). */
export const users: ListQuery = { kind: 'users', parameters: {} };

/** In characters: the service silently cuts longer ones (api-specification 7). */
export const LONGEST_EXTERNAL_ID = 255;

/** A text as the service stores it as an external ID, without half of a surrogate pair (api-specification 7). */
export function cutExternalId(text: string): string {
	return text.slice(0, LONGEST_EXTERNAL_ID).replace(/[\uD800-\uDBFF]$/, '');
}

/** Whether an order has an external ID. An unset one may be null, blank or absent (api-specification 2.5). */
export function hasExternalId({ externalId }: WireRecord): boolean {
	// JavaScript has no text for some objects, such as { toString: 1 }.
	if (typeof externalId === 'object') return /[^\s[\]{},"]/.test(jsonText(externalId).replaceAll('null', ''));
	return String(externalId ?? '').trim() !== '';
}

/** What a flag says, also one that is sent as text or number; undefined if that is not certain. */
export function flagOf(value: unknown): boolean | undefined {
	const text = typeof value === 'object' ? '' : String(value).trim();
	if (/^(true|yes|y|1)$/i.test(text)) return true;
	return /^(false|no|n|0)$/i.test(text) ? false : undefined;
}

/** Whether an order says that it is deleted. Without a flag, its date says it. */
export function isDeleted({ deleted, dateDeleted }: WireRecord): boolean {
	return flagOf(deleted) ?? parseTimestamp(dateDeleted) !== undefined;
}

/** Whether an entry of the deleted list is a deletion: some lists show live orders too, and some have no flags. */
export function isDeletion({ deleted, dateDeleted }: WireRecord): boolean {
	// A flag or date that cannot be read must not lose a deletion.
	return (deleted ?? null) === null || (flagOf(deleted) ?? Boolean(dateDeleted));
}

/**
 * Writes an external ID, which is not too long, to an order (api-specification 4.2), and returns whether the service says
 * that the order is deleted. Writing it again does no harm.
 *
 * @throws ServiceFailure for any status other than 200
 */
export async function putExternalId(client: Client, orderId: string, externalId: string): Promise<boolean> {
	const url = `${client.connection.baseUrl}${listPaths.salesOrders}/${orderId}`;
	// A write sends back the order, or anything else (api-specification 4.2: not shown).
	const showsDeletion = ({ body }: ServiceResponse) => flagOf(valueAt(parseJson(body), 'deleted')) === true;
	return await send(client, { method: 'PUT', url, body: { externalId } }, showsDeletion).catch(
		(error: unknown) => nameOrder(error, orderId),
	);
}

/** Failures of a write that the service may have received. */
const MAY_HAVE_SAVED: readonly FailureKind[] = ['serverError', 'timeout', 'connectionLost'];

function nameOrder(error: unknown, orderId: string): never {
	const failure = asFailure(error);
	if (MAY_HAVE_SAVED.includes(failure.kind)) {
		const advice = `${failureTable[failure.kind].advice} The external ID may have been saved nonetheless: to write it again does no harm.`;
		throw new ServiceFailure(failure.kind, { ...failure.details, advice });
	}
	if (failure.kind === 'badRequest') {
		const advice = `Its reason may be under Details. Order ${orderId} may be deleted or closed, or another one may have this external ID: look it up in the web application.`;
		throw new ServiceFailure(failure.kind, { ...failure.details, advice });
	}
	if (failure.kind !== 'notFound') throw failure;
	throw new ServiceFailure('notFound', {
		...failure.details,
		message: `The service has no order ${orderId}`,
		advice:
			"It may have been deleted. Otherwise check that 'Order ID' is the salesOrderId of this service, not a number of your own system, that the Base URL is right, and that the credential belongs to the account that has the order.",
	});
}
