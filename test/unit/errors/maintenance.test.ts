/** The weekly maintenance (api-specification 1): Saturday 22:00 to Sunday 01:00 in Mexico City, six hours behind UTC. */
import { isInMaintenance } from '../../../nodes/SalesOrderIntegration/errors/failures';

test.each([
	['before Saturday 22:00', '2026-07-18T21:59:59.999-06:00', false],
	['from Saturday 22:00', '2026-07-18T22:00:00-06:00', true],
	['until midnight', '2026-07-18T23:59:59.999-06:00', true],
	['from midnight', '2026-07-19T00:00:00-06:00', true],
	['until Sunday 01:00', '2026-07-19T00:59:59.999-06:00', true],
	['at Sunday 01:00', '2026-07-19T01:00:00-06:00', false],
	['on Sunday evening', '2026-07-19T22:30:00-06:00', false],
	['in the first hour of Saturday', '2026-07-18T00:30:00-06:00', false],
	['in the first hour of Monday', '2026-07-20T00:30:00-06:00', false],
	['on Friday evening', '2026-07-17T22:30:00-06:00', false],
])('%s', (_, now, expected) => {
	expect(isInMaintenance(Date.parse(now))).toBe(expected);
});
