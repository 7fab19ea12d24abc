/** The sandbox reads wall times as the zones have them. */
import fc from 'fast-check';

import { assertZone, readWallTime, wallTimeOf } from '../../../sandbox/wallTime';
import { repetitions } from '../../support/seeds';

const zones = Intl.supportedValuesOf('timeZone');
const instants = fc.integer({ min: Date.UTC(2015, 0, 1) / 1000, max: Date.UTC(2036, 0, 1) / 1000 - 1 });

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

test('a zone that does not exist is refused', () => {
	expect(() => assertZone('America/Atlantis')).toThrow(RangeError);
	expect(() => assertZone('Europe/Madrid')).not.toThrow();
});
