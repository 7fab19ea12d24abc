/** The service's weekly maintenance window (api-specification 1). */
import { DateTime } from 'luxon';

const ZONE = 'America/Mexico_City';
const SATURDAY = 6;
const SUNDAY = 7;

/**
 * The end of the maintenance window that `now` lies in, in epoch milliseconds; undefined outside of one.
 * The window lasts from Saturday 22:00 to Sunday 01:00, Central Mexico time.
 */
export function maintenanceEnd(now: number): number | undefined {
	const local = DateTime.fromMillis(now, { zone: ZONE });
	if (local.weekday === SATURDAY && local.hour >= 22) {
		return local.plus({ days: 1 }).set({ hour: 1, minute: 0, second: 0, millisecond: 0 }).toMillis();
	}
	if (local.weekday === SUNDAY && local.hour < 1) {
		return local.set({ hour: 1, minute: 0, second: 0, millisecond: 0 }).toMillis();
	}
	return undefined;
}
