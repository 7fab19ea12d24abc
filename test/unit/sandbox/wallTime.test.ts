/** The sandbox reads wall times as the zones have them. */
import fc from 'fast-check';

import { assertZone, parseWallTime, readWallTime, wallTimeOf } from '../../../sandbox/wallTime';
import { repetitions } from '../../support/seeds';

const zones = Intl.supportedValuesOf('timeZone');
const instants = fc.integer({ min: Date.UTC(2015, 0, 1) / 1000, max: Date.UTC(2036, 0, 1) / 1000 - 1 });
const wallTime = (text: string) => parseWallTime(text) ?? NaN;

test('a wall time read back is the instant it was made from, or its twin in a repeated hour', () => {
	fc.assert(
		fc.property(fc.constantFrom(...zones), instants, (zone, second) => {
			const instant = second * 1000;
			const { kind, earlier, later } = readWallTime(wallTimeOf(instant, zone), zone);
			expect([earlier, later]).toContain(instant);
			expect(kind).toBe(earlier === later ? 'single' : 'ambiguous');
		}),
		{ seed: 3, numRuns: repetitions(300) },
	);
});

test.each([
	['01/11/2026 01:30:00', 'America/Tijuana', 'ambiguous', '2026-11-01T08:30:00Z', '2026-11-01T09:30:00Z'],
	['29/03/2026 02:00:00', 'Europe/Madrid', 'missing', '2026-03-29T00:00:00Z', '2026-03-29T01:00:00Z'],
	['25/10/2026 02:59:59', 'Europe/Madrid', 'ambiguous', '2026-10-25T00:59:59Z', '2026-10-25T01:59:59Z'],
	['25/10/2026 03:00:00', 'Europe/Madrid', 'single', '2026-10-25T02:00:00Z', '2026-10-25T02:00:00Z'],
	['15/01/2026 00:00:00', 'Asia/Kathmandu', 'single', '2026-01-14T18:15:00Z', '2026-01-14T18:15:00Z'],
])('%s in %s is %s: %s to %s', (text, zone, kind, earlier, later) => {
	expect(readWallTime(wallTime(text), zone)).toEqual({
		kind,
		earlier: Date.parse(earlier),
		later: Date.parse(later),
	});
});

test('a zone that does not exist is refused', () => {
	expect(() => assertZone('America/Atlantis')).toThrow(RangeError);
	expect(() => assertZone('Europe/Madrid')).not.toThrow();
});
