/** The weekly maintenance (api-specification 1): Saturday 22:00 to Sunday 01:00 in Mexico City, six hours behind UTC. */
import { maintenanceEnd } from '../../../nodes/SalesOrderIntegration/errors/maintenance';

const END = Date.parse('2026-07-19T01:00:00-06:00');

test.each([
	['before Saturday 22:00', '2026-07-18T21:59:59.999-06:00', undefined],
	['from Saturday 22:00', '2026-07-18T22:00:00-06:00', END],
	['until midnight', '2026-07-18T23:59:59.999-06:00', END],
	['from midnight', '2026-07-19T00:00:00-06:00', END],
	['until Sunday 01:00', '2026-07-19T00:59:59.999-06:00', END],
	['at Sunday 01:00', '2026-07-19T01:00:00-06:00', undefined],
	['on Sunday evening', '2026-07-19T22:30:00-06:00', undefined],
	['in the first hour of Saturday', '2026-07-18T00:30:00-06:00', undefined],
	['in the first hour of Monday', '2026-07-20T00:30:00-06:00', undefined],
	['on Friday evening', '2026-07-17T22:30:00-06:00', undefined],
])('%s', (_, now, end) => {
	expect(maintenanceEnd(Date.parse(now))).toBe(end);
});
