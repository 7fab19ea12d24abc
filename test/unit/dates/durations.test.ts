/** Instants in whole seconds, which is all that the service shows. */
import { wholeSecond } from '../../../nodes/SalesOrderIntegration/dates/durations';

test.each([
	[0, 0],
	[999, 0],
	[1_000, 1_000],
	[1_784_116_800_999, 1_784_116_800_000],
	[-1, -1_000],
])('%i lies in the second that begins at %i', (instant, expected) => {
	expect(wholeSecond(instant)).toBe(expected);
});
