/** When the service responded, by its Date header. */
import { dateOf } from '../../../nodes/SalesOrderIntegration/http/rateLimit';

test.each([
	['as HTTP writes it', 'Wed, 15 Jul 2026 12:00:00 GMT'],
	['in the oldest format, without a zone', 'Wed Jul 15 12:00:00 2026'],
	['with an offset', 'Wed, 15 Jul 2026 06:00:00 -0600'],
])('%s', (_, date) => {
	expect(dateOf({ date })).toBe(Date.UTC(2026, 6, 15, 12));
});

// Read in the zone of this machine, it would be hours off.
test.each([undefined, 'soon', '1784116800', '2026-07-15T12:00:00'])('none in %p', (date) => {
	expect(dateOf({ date })).toBeNaN();
});
