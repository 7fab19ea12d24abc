/** The timestamps of the service's answers (api-specification 2), as specified and as they might come all the same. */
import * as fc from 'fast-check';
import { parseTimestamp } from '../../../nodes/SalesOrderIntegration/dates/timestamp';
import { seed } from './seed';
import { repetitions } from '../../support/seeds';
import { wholeSecond } from '../../../nodes/SalesOrderIntegration/dates/durations';

describe('a timestamp', () => {
	it.each([
		['as specified', '2026-01-31T10:20:30Z', '2026-01-31T10:20:30.000Z'],
		['of a leap day', '2028-02-29T23:59:59Z', '2028-02-29T23:59:59.000Z'],
		['with milliseconds', '2026-01-31T10:20:30.123Z', '2026-01-31T10:20:30.123Z'],
		['with tenths', '2026-01-31T10:20:30.1Z', '2026-01-31T10:20:30.100Z'],
		['with nanoseconds, cut', '2026-01-31T10:20:30.123999999Z', '2026-01-31T10:20:30.123Z'],
		['with an offset', '2026-01-31T10:20:30-06:00', '2026-01-31T16:20:30.000Z'],
		['with an offset without a colon', '2026-01-31T10:20:30.5+0545', '2026-01-31T04:35:30.500Z'],
		['without an offset, which is UTC', '2026-01-31T10:20:30', '2026-01-31T10:20:30.000Z'],
		['with a space', '2026-01-31 10:20:30', '2026-01-31T10:20:30.000Z'],
	])('%s', (_, value, expected) => {
		expect(new Date(parseTimestamp(value) ?? NaN).toISOString()).toBe(expected);
	});

	it(`of any second there is, is read exactly (SEED=${seed})`, () => {
		const seconds = fc.integer({ min: Date.UTC(1900, 0, 1) / 1000, max: Date.UTC(9999, 11, 31) / 1000 });
		const property = fc.property(seconds, (second) => {
			expect(parseTimestamp(`${new Date(second * 1000).toISOString().slice(0, 19)}Z`)).toBe(second * 1000);
		});
		fc.assert(property, { seed, numRuns: repetitions(1000) });
	});
});

const values = [undefined, null, '', 0, 1767225600000, true, {}, []];
const texts =
	'null;2026-01-31;31/01/2026 10:20:30;2026-02-31T10:20:30Z;2026-02-29T10:20:30Z;2026-13-01T10:20:30Z;' +
	'2026-00-01T10:20:30Z;2026-01-00T10:20:30Z;2026-01-31T24:00:00Z;2026-01-31T10:60:00Z;2026-01-31T10:20:60Z;' +
	'2026-01-31T10:20:30+05:99;0001-01-01T00:00:00Z;0099-01-01T00:00:00Z;+020266-01-31T10:20:30Z;' +
	'2026-01-31T10:20:30Zulu;x2026-01-31T10:20:30Z; 2026-01-31T10:20:30Z;Sat, 31 Jan 2026 10:20:30 GMT';
it.each([...values, ...texts.split(';')].map((value) => [value]))('%j is no timestamp', (value) => {
	expect(parseTimestamp(value)).toBeUndefined();
});

test.each([
	[0, 0],
	[999, 0],
	[1_000, 1_000],
	[1_784_116_800_999, 1_784_116_800_000],
	[-1, -1_000],
])('%i lies in the second that begins at %i', (instant, expected) => {
	expect(wholeSecond(instant)).toBe(expected);
});
