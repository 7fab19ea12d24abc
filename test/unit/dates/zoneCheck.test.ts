/** Design 3.4: what windows returned tells in which time zone a service reads dates, and the message names it. */
import '../../support/quickZones';
import * as fc from 'fast-check';
import { toServiceWindow, wallTimesToSend } from '../../../nodes/SalesOrderIntegration/dates/serviceWindow';
import { explains, zoneAdvice, zoneGuesses } from '../../../nodes/SalesOrderIntegration/dates/zoneCheck';
import type { Span } from '../../../nodes/SalesOrderIntegration/dates/durations';
import type { OrderDates } from '../../../nodes/SalesOrderIntegration/dates/zoneCheck';
import { clockDigits, serviceReadings } from './oracle';
import { randomFrom, seed } from './seed';
import { repetitions } from '../../support/seeds';
import { DAY, HOUR, MINUTE, SECOND } from '../../support/time';

const MEXICO = 'America/Mexico_City';
const noon = Date.parse('2026-01-15T18:00:00Z');

/** What a service in the zone `actual` returns for a window that was sent in the zone `assumed`, and what not. */
function evidenceOf(
	window: Span,
	assumed: string,
	actual: string,
	orders: OrderDates[],
	field: keyof OrderDates = 'mobileDateCreated',
) {
	const [reading] = serviceReadings(toServiceWindow(window, assumed), actual);
	const isReturned = (order: OrderDates) => reading?.returns(order[field] ?? NaN) === true;
	return {
		sent: wallTimesToSend(window, assumed),
		returned: orders.filter(isReturned),
		missing: orders.filter((order) => !isReturned(order)),
	};
}

/** Orders at a steady pace, which arrive soon after they were created. */
function steadyOrders(from: number, until: number, every: number): OrderDates[] {
	return Array.from({ length: Math.ceil((until - from) / every) }, (_, index) => {
		const mobileDateCreated = from + index * every + 7 * SECOND;
		return { mobileDateCreated, dateCreated: mobileDateCreated + 20 * SECOND };
	});
}

function zonesThatExplain(evidence: ReturnType<typeof evidenceOf>): string[] {
	const guesses = zoneGuesses('UTC').filter((guess) => explains(guess, evidence));
	return guesses.map(({ zone }) => zone);
}

it.each([
	['an hour', MEXICO, 'America/Hermosillo', noon],
	['two hours', MEXICO, 'America/New_York', Date.parse('2026-07-15T18:00:00Z')],
	['half an hour', 'Australia/Brisbane', 'Australia/Darwin', noon],
	['a quarter of an hour', 'Asia/Kolkata', 'Asia/Kathmandu', noon],
	['three quarters', 'Australia/Perth', 'Australia/Eucla', noon],
	['half the world', MEXICO, 'Asia/Tokyo', noon],
	['the whole of it', 'Pacific/Niue', 'Pacific/Kiritimati', noon],
	['UTC left as it was', 'UTC', MEXICO, noon],
])('a zone that is wrong by %s is found by either date', (_, assumed, actual, start) => {
	for (const length of [20 * MINUTE, 4 * HOUR, DAY, 30 * DAY]) {
		for (const field of ['mobileDateCreated', 'dateCreated'] as const) {
			const window = { from: start, to: start + length };
			const orders = steadyOrders(start - 30 * HOUR, window.to + 30 * HOUR, 3 * MINUTE);
			const zones = zonesThatExplain(evidenceOf(window, assumed, actual, orders, field));
			expect(zones).toContain(actual);
			expect(zones).not.toContain(assumed);
		}
	}
});

it('orders without dates tell nothing, and one that lies in no window is explained by no zone', () => {
	const window = { from: noon, to: noon + 4 * HOUR };
	const evidence = evidenceOf(window, 'Asia/Tokyo', MEXICO, steadyOrders(noon - DAY, noon + DAY, 5 * MINUTE));
	evidence.returned.push({ mobileDateCreated: undefined, dateCreated: undefined });
	evidence.missing.push({ mobileDateCreated: undefined, dateCreated: undefined });
	expect(zonesThatExplain(evidence)).toContain(MEXICO);
	evidence.returned.push({ mobileDateCreated: 0, dateCreated: 0 });
	expect(zonesThatExplain(evidence)).toEqual([]);
});

it('the message names the best known zones, their offset, and what to change', () => {
	const zones = new Set(zoneGuesses(MEXICO).map(({ zone }) => zone));
	const fitting = [...zones].filter((zone) => clockDigits(noon, zone) === clockDigits(noon, MEXICO));
	expect(zoneAdvice('Asia/Tokyo', fitting, noon)).toBe(
		'The service reads dates as if it were in America/Mexico_City, America/Chicago or America/Guatemala (UTC-06:00), ' +
			"but the credential says Asia/Tokyo (UTC+09:00). Set 'Time Zone' in the credential to the zone of the user " +
			'who created the API token.',
	);
	expect(zoneAdvice('UTC', ['Australia/Eucla'], noon)).toContain('in Australia/Eucla (UTC+08:45), but');
});

/** Every seventh zone, other ones with another seed: to make the formats of all of them takes longer than the test. */
const zones = fc.constantFrom(
	...Intl.supportedValuesOf('timeZone').filter((_, index) => index % 7 === Math.abs(seed) % 7),
	MEXICO,
	'America/Tijuana',
	'Asia/Kathmandu',
	'Australia/Eucla',
	'Australia/Lord_Howe',
);
const starts = fc.integer({ min: Date.UTC(2015, 0, 1) / SECOND, max: Date.UTC(2035, 0, 1) / SECOND });
const lengths = fc.integer({ min: HOUR, max: 3 * DAY });

it(`over random zones and windows, the actual zone explains what dense orders show (SEED=${seed})`, () => {
	const property = fc.property(
		zones,
		zones,
		starts,
		lengths,
		fc.integer(),
		(assumed, actual, at, length, run) => {
			const window = { from: at * SECOND, to: at * SECOND + length };
			const random = randomFrom(run);
			const orders = Array.from({ length: 3_000 }, () => {
				const mobileDateCreated = Math.round(window.from - 30 * HOUR + random() * (length + 60 * HOUR));
				return { mobileDateCreated, dateCreated: mobileDateCreated + Math.round(random() * MINUTE) };
			});
			const found = zonesThatExplain(evidenceOf(window, assumed, actual, orders));
			expect(found).toContain(actual);
			const ahead = (end: number, zone = '') => clockDigits(end, zone) - clockDigits(end, actual);
			// When the service reads them. Around an hour that comes twice, another zone explains as much.
			for (const end of [window.from, window.to].map((each) => each + ahead(each, assumed)))
				expect([-3, 0, 3].map((hours) => ahead(end + hours * HOUR, found[0]))).toContain(0);
		},
	);
	fc.assert(property, { seed, numRuns: repetitions(10) });
});
