/** What tests look at of a run, and a service with a busy day. */
import { MINUTE, NOON } from '../../support/time';
import { serve, type ServedSandbox } from './service';
import type { NodeOutcome } from './workflow';

/** A column of the rows of a run that succeeded. */
export function valuesOf({ items, error }: NodeOutcome, column: string): unknown[] {
	expect(error).toBeUndefined();
	return items.map(({ json }) => json[column]);
}

/** The order IDs of those rows. */
export const idsOf = (outcome: NodeOutcome) => valuesOf(outcome, 'salesOrderId');

/** The messages of the hints of a run that succeeded. */
export function hintsOf({ hints, error }: NodeOutcome): string[] {
	expect(error).toBeUndefined();
	for (const { location, type } of hints) {
		expect(location).toBe('outputPane');
		expect(['info', 'warning']).toContain(type);
	}
	return hints.map(({ message }) => message);
}

/** Orders, one every ten minutes from 06:00 to 22:00 in Mexico City or as long as asked for, several pages of them. */
export async function serveOrders(hours = 16): Promise<ServedSandbox> {
	const served = await serve({ clock: { now: () => NOON }, switches: { pageSize: 40 } });
	const morning = Date.parse('2026-07-14T06:00:00-06:00');
	for (let minutes = 0; minutes <= hours * 60; minutes += 10) {
		served.sandbox.world.add({ mobileDateCreated: morning + minutes * MINUTE });
	}
	return served;
}

/** The IDs of the orders that are deleted, or of those that are not, in ascending order. */
export function existing({ sandbox }: ServedSandbox, deleted: boolean): number[] {
	const records = sandbox.world.all().filter((record) => record.deleted === deleted);
	return records.map(({ id }) => Number(id)).sort((one, other) => one - other);
}
