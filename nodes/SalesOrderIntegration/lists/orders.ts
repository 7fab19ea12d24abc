/** The lists and the one write of the service, by their names in api-specification 4. */
import type { Client } from '../http/client';
import { send } from '../http/client';
import type { ServiceWindow } from '../dates';
import { asFailure, InputError, ServiceFailure } from '../errors/failures';
import type { ListQuery } from './links';
import { lists } from './wire';
import type { WireRecord } from './wire';

/** Orders that are not deleted (api-specification 4.1), in the window as the service reads it. */
export function createdOrders(client: Client, window: Pick<ServiceWindow, 'start' | 'end'>): ListQuery {
	return orderQuery(client, window, false);
}

/** Orders that were deleted (api-specification 4.1). Which of their dates the window is held against is not shown. */
export function deletedOrders(client: Client, window: Pick<ServiceWindow, 'start' | 'end'>): ListQuery {
	return { ...orderQuery(client, window, true), enteredAt: 'dateDeleted' };
}

function orderQuery(
	{ connection }: Client,
	{ start, end }: Pick<ServiceWindow, 'start' | 'end'>,
	deleted: boolean,
): ListQuery {
	const parameters: Record<string, string> = {};
	if (start !== undefined) parameters.start = start;
	if (end !== undefined) parameters.end = end;
	parameters.deleted = String(deleted);
	const { serverDateParameter } = connection;
	if (serverDateParameter) parameters[serverDateParameter.name] = serverDateParameter.value;
	return { kind: 'salesOrders', parameters };
}

/** All users (api-specification 4.3). */
export const users: ListQuery = { kind: 'users', parameters: {} };

/** A String parameter is cut to this length without an error (api-specification 7). */
export const MAX_EXTERNAL_ID_LENGTH = 255;

/** Whether an order carries an external ID; unset may be null, empty or absent (api-specification 2, gaps). */
export function hasExternalId({ externalId }: WireRecord): boolean {
	return externalId !== undefined && externalId !== null && externalId !== '';
}

/**
 * Stores an external identifier on an order (api-specification 4.2). Can be repeated without harm.
 *
 * @throws InputError for one that the service would cut; ServiceFailure for any status other than 200
 */
export async function setExternalId(client: Client, orderId: string, externalId: string): Promise<void> {
	if (externalId.length > MAX_EXTERNAL_ID_LENGTH) {
		throw new InputError(
			`The external ID is longer than ${MAX_EXTERNAL_ID_LENGTH} characters (${externalId.length})`,
			"The service would cut it silently, and two IDs that differ only after that would become the same. Use a shorter one, or choose Truncate under 'If Too Long'.",
		);
	}
	await send(client, {
		method: 'PUT',
		url: `${client.connection.baseUrl}${lists.salesOrders.path}/${orderId}`,
		body: { externalId },
	}).catch((error: unknown) => nameOrder(error, orderId));
}

function nameOrder(error: unknown, subject: string): never {
	const { kind, httpCode } = asFailure(error);
	throw kind === 'notFound' ? new ServiceFailure('noSuchOrder', { subject, httpCode }) : error;
}
