/** Design 3.3: over all zones and twenty years, no order of the window is lost and none from outside comes through. */
import * as fc from 'fast-check';
import { isAskedFor, toServiceWindow } from '../../../nodes/SalesOrderIntegration/dates/serviceWindow';
import type { Span } from '../../../nodes/SalesOrderIntegration/dates/durations';
import { clockChanges, occurrences, serviceReadings, tellingInstants, type ClockChange } from './oracle';
import { seed } from './seed';
import { DAY, HOUR, MINUTE, SECOND } from '../../support/time';

const zones = Intl.supportedValuesOf('timeZone');
const from = Date.UTC(2015, 0, 1);
const until = Date.UTC(2036, 0, 1);
const windowsPerZone = 6;

/** Windows with one end near a clock change more often than not, from an instant up to weeks long, open ones too. */
function windowsAround(changes: ClockChange[]): fc.Arbitrary<Span> {
	const anywhere = fc.integer({ min: from, max: until });
	const nearChanges = changes.map(({ at, by }) => {
		const distance = Math.abs(by) + 30 * MINUTE;
		return fc.integer({ min: at - distance, max: at + distance });
	});
	const somewhere = nearChanges.length > 0 ? fc.oneof(anywhere, ...nearChanges) : anywhere;
	const instant = fc
		.tuple(somewhere, fc.boolean())
		.map(([exact, isWhole]) => (isWhole ? Math.floor(exact / SECOND) * SECOND : exact));
	const length = fc.oneof(
		fc.integer({ min: 0, max: 5 * SECOND }),
		fc.integer({ min: 0, max: 3 * HOUR }),
		fc.integer({ min: 0, max: 40 * DAY }),
	);
	return fc
		.tuple(
			instant,
			length,
			fc.constantFrom('from', 'until', 'closed', 'closed', 'closed', 'closed'),
			fc.boolean(),
		)
		.map(([anchor, size, kind, anchorIsStart]) => {
			if (kind === 'from') return { from: anchor, to: Infinity };
			if (kind === 'until') return { from: -Infinity, to: anchor };
			return anchorIsStart ? { from: anchor, to: anchor + size } : { from: anchor - size, to: anchor };
		});
}

describe(`windows in all ${zones.length} zones, 2015 to 2035 (SEED=${seed})`, () => {
	const changesOf = new Map<string, ClockChange[]>();
	beforeAll(() => {
		for (const zone of zones) changesOf.set(zone, clockChanges(zone, from, until));
	});

	function forWindowsOfEachZone(
		numRuns: number,
		check: (window: Span, zone: string, changes: ClockChange[]) => void,
	): void {
		for (const zone of zones) {
			const changes = changesOf.get(zone) ?? [];
			const property = fc.property(windowsAround(changes), (window) => check(window, zone, changes));
			fc.assert(property, { seed, numRuns });
		}
	}

	it('the years tested hold clock changes forwards and back in many zones', () => {
		const all = [...changesOf.values()].flat();
		expect(all.filter(({ by }) => by > 0).length).toBeGreaterThan(1000);
		expect(all.filter(({ by }) => by < 0).length).toBeGreaterThan(1000);
		expect(all.filter(({ by }) => Math.abs(by) !== HOUR).length).toBeGreaterThan(50);
	});

	it('sent, read in every way the service may read it, and filtered back, each is exactly what was asked for', () => {
		let cases = 0;
		forWindowsOfEachZone(windowsPerZone, (window, zone, changes) => {
			const sent = toServiceWindow(window, zone);
			const instants = tellingInstants(window, changes);
			for (const reading of serviceReadings(sent, zone)) {
				for (const instant of instants) {
					cases++;
					const isInside = window.from <= instant && instant <= window.to;
					const arrives = reading.returns(instant) && isAskedFor([instant], window, sent);
					if (arrives === isInside) continue;
					const fate = isInside ? 'is lost' : 'comes through';
					throw new Error(`${zone}: ${instant} ${fate} when ${reading.name}; sent ${JSON.stringify(sent)}`);
				}
			}
		});
		expect(cases).toBeGreaterThan(zones.length * windowsPerZone * 100);
	});

	it('what is sent is a time that occurs, at most two seconds out where no clock change is near', () => {
		forWindowsOfEachZone(2, (window, zone, changes) => {
			const sent = toServiceWindow(window, zone);
			for (const [side, text] of [['from', sent.start] as const, ['to', sent.end] as const]) {
				const asked = window[side];
				const widest = sent.widest[side];
				const isOpen = !Number.isFinite(asked);
				expect([text === undefined, !Number.isFinite(widest)]).toEqual([isOpen, isOpen]);
				if (text === undefined) continue;
				const instants = occurrences(text, zone);
				expect(instants.length).toBeGreaterThan(0);
				expect(widest).toBe(side === 'from' ? Math.min(...instants) : Math.max(...instants) + 999);
				const distance = Math.min(...instants.map((instant) => Math.abs(instant - asked)));
				expect(distance).toBeGreaterThanOrEqual(SECOND);
				const repeated = changes.filter(({ at, by }) => by < 0 && Math.abs(at - asked) < 2 * SECOND - by);
				const widening = Math.max(0, ...repeated.map(({ by }) => -by));
				expect(distance).toBeLessThan(2 * SECOND + widening);
			}
		});
	});
});
