/** The clock of the service is its Date header (design 4, Clocks). */
import { dateOf } from '../../../nodes/SalesOrderIntegration/http/rateLimit';
import { clientFixture, readUsers } from '../../support/clientFixture';
import { DAY, MINUTE, SECOND } from '../../support/time';

test.each([
	['as HTTP writes it', 'Wed, 15 Jul 2026 12:00:00 GMT'],
	['in the oldest format, without a zone', 'Wed Jul 15 12:00:00 2026'],
	['with an offset', 'Wed, 15 Jul 2026 06:00:00 -0600'],
])('a Date %s', (_, date) => {
	expect(dateOf({ date })).toBe(Date.UTC(2026, 6, 15, 12));
});

// Read in the zone of this machine, it would be hours off.
const NO_ZONE = '2026-07-15T12:00:00';
// Taken for the time of an activation, it would deliver every old order.
const LOST = 'Sat, 01 Jan 2000 00:05:00 GMT';
test.each([undefined, 'soon', '1784116800', NO_ZONE, LOST])('no Date in %p', (date) => {
	expect(dateOf({ date })).toBeNaN();
});

test.each<[string, number | undefined, number[]]>([
	['from one header that is off by a day', DAY, [DAY]],
	['not from one that is further off: a proxy may send a wrong one', undefined, [-DAY - SECOND]],
	['from two that agree within a minute', 10 * DAY + MINUTE, [10 * DAY, 10 * DAY + MINUTE]],
	['not from two that disagree', undefined, [10 * DAY, 10 * DAY + MINUTE + SECOND]],
	['from two that both say how far it is behind', -10 * DAY, [-10 * DAY, -10 * DAY]],
	['as it was, where one header contradicts it', SECOND, [SECOND, 10 * DAY]],
	['anew, where two do', 10 * DAY, [SECOND, 10 * DAY, 10 * DAY]],
])('how far the clock of the service is ahead of ours: %s', async (_, expected, offsets) => {
	const { client, sandbox, timing } = clientFixture();
	for (const offset of offsets) {
		const headers = { Date: new Date(timing.now() + offset).toUTCString() };
		sandbox.faults.schedule({}, { kind: 'headers', headers });
		await readUsers(client);
	}
	expect(client.clock.offsetMs).toBe(expected);
});
