/** The maintenance window of the service (api-specification 1). */
import { wallTimeOf } from './wallTime';

const SATURDAY = 6;
const SUNDAY = 0;

/** Whether an instant lies between Saturday 22:00 and Sunday 01:00 in Mexico City, the end not included. */
export function isMaintenance(instant: number): boolean {
	const wallTime = new Date(wallTimeOf(instant, 'America/Mexico_City'));
	const [day, hour] = [wallTime.getUTCDay(), wallTime.getUTCHours()];
	return (day === SATURDAY && hour >= 22) || (day === SUNDAY && hour < 1);
}
