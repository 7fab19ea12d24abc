/** Design 3.4: a wrong time zone is found by asking the service, for all pairs of zones, and a right one never blamed. */
import '../../support/quickZones';
import { zoneAdvice } from '../../../nodes/SalesOrderIntegration/dates/zoneCheck';
import { checkTimeZone } from '../../../nodes/SalesOrderIntegration/lists/checkTimeZone';
import { ServiceFailure } from '../../../nodes/SalesOrderIntegration/errors/failures';
import type { Sandbox, Switches } from '../../../sandbox';
import { clientOf, simulatedSandbox, type SandboxClientOptions } from '../../support/sandboxClient';
import { NOON, SimulatedTiming } from '../../support/simulatedTiming';
import { clockChanges, clockDigits } from '../dates/oracle';
import { repetitions } from '../../support/seeds';
import { rewriteLists } from '../../support/rewriteLists';
import { refusalAhead, windowOf } from '../../support/windowOf';
import { randomFrom, seed } from '../dates/seed';
import { fieldOrders, modelClient, type ModelOrder, type ModelService } from './zoneModel';
import { DAY, HOUR, MINUTE, SECOND } from '../../support/time';

jest.mock('../../../nodes/SalesOrderIntegration/dates/zoneCheck', () => {
	const actual = jest.requireActual<object & { zoneAdvice: typeof zoneAdvice }>(
		'../../../nodes/SalesOrderIntegration/dates/zoneCheck',
	);
	return { ...actual, zoneAdvice: jest.fn(actual.zoneAdvice) };
});

/** The zones that the last advice was about: that of the credential, and all that fit. */
function lastAdvice() {
	const [assumed, zonesThatFit = []] = jest.mocked(zoneAdvice).mock.lastCall ?? [];
	return { assumed, zonesThatFit };
}

beforeEach(() => {
	jest.mocked(zoneAdvice).mockClear();
});

const ZONES = Intl.supportedValuesOf('timeZone');
const YEAR = Date.UTC(2026, 0, 1);

function pick<T>(values: readonly T[], random: () => number): T {
	return values[Math.floor(random() * values.length)] as T;
}

function anyService(zone: string, random: () => number): ModelService {
	return {
		zone,
		filter: pick(['mobileDateCreated', 'mobileDateCreated', 'dateCreated'], random),
		startIsIn: random() < 0.5,
		endIsIn: random() < 0.5,
		compares: pick(['instants', 'wallTimes'], random),
		sort: pick(['newest', 'oldest', 'id'], random),
		pageSize: pick([10, 20, 50, 100], random),
	};
}

/** How far the clocks of a zone are ahead of UTC, in the days that the check looks at. */
const offsetOf = (zone: string, now: number) => clockDigits(now - 3 * DAY, zone) - (now - 3 * DAY);

describe(`a zone with another offset is found, and named by its offset (SEED=${seed})`, () => {
	const now = Date.parse('2026-07-15T20:00:00Z');
	const zoneOf = new Map(ZONES.map((zone) => [offsetOf(zone, now), zone]));
	const pairs = [...zoneOf.values()].flatMap((actual) =>
		[...zoneOf.values()].filter((assumed) => assumed !== actual).map((assumed) => [actual, assumed] as const),
	);
	// All pairs take minutes: a run tests a few, with another seed other ones, with REPETITIONS=200 all.
	const step = Math.max(1, Math.floor(pairs.length / repetitions(8)));
	const chosen = pairs.filter((_, index) => index % step === Math.abs(seed) % step);

	it('there are more than a thousand pairs', () => {
		expect(pairs.length).toBeGreaterThan(1000);
	});

	it.each([
		['three or four orders, one a day', 10, { perDay: 1, days: 4, isLate: 0, isOdd: 0 }],
		['three orders a day', 10, { perDay: 3 }],
		['thirty orders a day', 10, { perDay: 30 }],
		// Of a busy account, a page of ten may show no two orders that are close to each other.
		['three hundred orders a day', 50, { perDay: 300 }],
	])('%s, in pages of %i or more', async (_, least, pace) => {
		for (const [index, [actual, assumed]] of chosen.entries()) {
			const random = randomFrom(seed + index);
			const orders = fieldOrders(now, { zone: actual, ...pace }, random);
			const service = anyService(actual, random);
			service.pageSize = Math.max(service.pageSize, least);
			const { client, requests } = modelClient(service, orders, { timezone: assumed, now });
			const mismatch = await checkTimeZone(client);
			const found = lastAdvice().zonesThatFit.map((zone) => offsetOf(zone, now));
			const name = `${assumed} for ${actual}, ${JSON.stringify(service)}`;
			const isNamed = mismatch !== undefined && found.includes(offsetOf(actual, now));
			expect({ name, isNamed }).toEqual({ name, isNamed: true });
			expect(lastAdvice().assumed).toBe(assumed);
			expect(requests()).toBeLessThanOrEqual(41);
		}
	});
});

it(`where a few orders arrived late, no other zone is named than the right one (SEED=${seed})`, async () => {
	const now = Date.parse('2026-07-15T20:00:00Z');
	for (let run = 0; run < repetitions(100); run++) {
		const random = randomFrom(seed + run);
		const [actual, assumed] = [pick(ZONES, random), pick(ZONES, random)];
		const orders = fieldOrders(now, { zone: actual, perDay: 1, days: 3, isLate: 0.5, isOdd: 0 }, random);
		const service = anyService(actual, random);
		const mismatch = await checkTimeZone(modelClient(service, orders, { timezone: assumed, now }).client);
		const offsets = lastAdvice().zonesThatFit.map((zone) => offsetOf(zone, now));
		if (mismatch) expect([run, offsets]).toEqual([run, offsets.map(() => offsetOf(actual, now))]);
	}
});

describe(`the right zone is never blamed (SEED=${seed})`, () => {
	async function check(
		run: number,
		change: (service: ModelService, random: () => number) => void = () => {},
		pace: { isLate?: number; isOdd?: number; days?: number; perDay?: number } = {},
	) {
		const random = randomFrom(seed + run);
		const zone = pick(ZONES, random);
		// Close to a clock change, where there are any.
		const changes = clockChanges(zone, YEAR, YEAR + 365 * DAY);
		const now =
			changes.length > 0 ? pick(changes, random).at + random() * 16 * DAY : YEAR + random() * 365 * DAY;
		const perDay = pick([1, 3, 10, 50, 200, 700], random);
		const orders = fieldOrders(now, { zone, perDay, ...pace }, random);
		const service = anyService(zone, random);
		change(service, random);
		const serverDateParameter = random() < 0.3 ? 'dateField=dateCreated' : undefined;
		const { client, requests } = modelClient(service, orders, { timezone: zone, now, serverDateParameter });
		const name = `${zone} ${new Date(now).toISOString()} ${perDay} ${JSON.stringify(service)}`;
		expect([name, await checkTimeZone(client)]).toEqual([name, undefined]);
		return requests();
	}
	const RUNS = repetitions(40);

	it('by any service, near clock changes, with two or three requests', async () => {
		for (let run = 0; run < RUNS; run++) expect(await check(run)).toBeLessThanOrEqual(3);
	});

	const readings = ['whole days', 'whole days but the last', 'without end'] as const;
	it.each(readings)('by a service that takes windows %s', async (takesFor) => {
		for (let run = 0; run < RUNS; run++)
			for (const pace of [{}, { perDay: 1, days: 6, isLate: 0.5 }])
				await check(run, (service) => Object.assign(service, { takesFor, compares: 'instants' }), pace);
	});

	it('by phones with wrong clocks', async () => {
		for (let run = 0; run < RUNS; run++) await check(run, undefined, { isOdd: 0.7 });
	});

	it('by orders that arrive late', async () => {
		for (let run = 0; run < RUNS; run++) await check(run, undefined, { isLate: 0.9 });
	});

	it('by orders that are deleted between two requests, one or all', async () => {
		for (let run = 0; run < RUNS; run++) {
			await check(run, (service, random) => {
				const share = pick([0.1, 0.5, 0.9, 1], random);
				const moment = pick([1, 2, 3], random);
				service.before = (orders, responses) =>
					responses === moment ? orders.filter(() => random() >= share) : orders;
			});
		}
	});

	it('by orders that arrive, or get other dates, between two requests', async () => {
		for (let run = 0; run < RUNS; run++) {
			await check(run, (service, random) => {
				const edited = (order: ModelOrder) => {
					if (random() >= 0.05) return order;
					const moved = order.mobileDateCreated + pick([-DAY, -HOUR, HOUR, DAY], random);
					return { ...order, mobileDateCreated: moved };
				};
				service.before = (orders, responses) => {
					if (responses === 0) return orders;
					const arrivals = orders.slice(-20).map((order, index) => ({
						...order,
						id: responses * 1_000_000 + index,
						mobileDateCreated: order.mobileDateCreated - Math.floor(random() * 300) * MINUTE,
					}));
					return [...orders.map(edited), ...arrivals];
				};
			});
		}
	});
});

describe('with the sandbox', () => {
	const timing = new SimulatedTiming({ start: NOON });
	const users = [
		{ id: 1, username: 'field', name: 'Field', timezone: 'America/Mexico_City', apiToken: 'zone-check' },
	];

	function service(perDay: number, switches: Partial<Switches> = {}): Sandbox {
		const sandbox = simulatedSandbox(timing, { users, rateLimit: null, switches });
		for (const order of fieldOrders(NOON, { zone: 'America/Mexico_City', perDay }, randomFrom(1)))
			sandbox.world.add(order);
		return sandbox;
	}

	async function checked(sandbox: Sandbox, options: SandboxClientOptions = {}) {
		sandbox.log.clear();
		const mismatch = await checkTimeZone(clientOf(sandbox, timing, options));
		return { mismatch, requests: sandbox.log.entries.length };
	}

	it.each([
		'mobileDateCreated desc',
		'mobileDateCreated asc',
		'dateCreated asc',
		'id desc',
		'shuffled',
	] as const)('by %s, the right zone passes in two requests, a wrong one is named', async (sortOrder) => {
		const sandbox = service(24, { sortOrder });
		expect(await checked(sandbox)).toEqual({ mismatch: undefined, requests: 2 });
		for (const timezone of ['Asia/Tokyo', 'America/Tijuana', 'America/New_York', 'UTC']) {
			const { mismatch, requests } = await checked(sandbox, { timezone });
			expect(mismatch).toContain('America/Mexico_City');
			expect(requests).toBeLessThanOrEqual(6);
		}
	});

	it('the user reads which zone the service is in and what to change', async () => {
		const { mismatch } = await checked(service(24), { timezone: 'Asia/Tokyo' });
		expect(mismatch).toMatch(
			/^The service reads dates as if it were in America\/Mexico_City, .* \(UTC-06:00\), but the credential says Asia\/Tokyo \(UTC\+09:00\)\. Set 'Time Zone'/,
		);
	});

	it('a server date parameter is sent, and believed no more than the orders prove', async () => {
		for (const serverDateParameter of [{ name: 'dateField', value: 'dateCreated' }, null]) {
			const sandbox = service(24, { serverDateParameter });
			const options = { serverDateParameter: 'dateField=dateCreated' };
			expect((await checked(sandbox, options)).mismatch).toBeUndefined();
			expect((await checked(sandbox, { ...options, timezone: 'Asia/Tokyo' })).mismatch).toBeDefined();
			expect(sandbox.log.entries.every(({ path }) => path.includes('dateField=dateCreated'))).toBe(true);
		}
	});

	it('a window is so short that its orders fit on a page, also where they are twice as dense as elsewhere', async () => {
		const sandbox = service(0, { pageSize: 10 });
		for (let ago = 1.2 * DAY; ago < 14 * DAY; ago += 5 * MINUTE)
			sandbox.world.add({ mobileDateCreated: NOON - ago, dateCreated: NOON - ago });
		await checked(sandbox);
		const [start, end] = windowOf(sandbox.log.entries[1]?.path ?? '');
		expect(end - start).toBeLessThanOrEqual(25 * MINUTE + 4 * SECOND);
	});

	it('where orders are so dense that no window fits on a page, there is no verdict', async () => {
		const sandbox = service(24);
		rewriteLists({ sandbox }, ({ pagination }) => (pagination.totalCount = 1_000_000_000));
		expect(await checked(sandbox, { timezone: 'Asia/Tokyo' })).toEqual({ mismatch: undefined, requests: 1 });
	});

	it.each(['America/New_York', 'Pacific/Kiritimati'])(
		'a service that refuses what lies ahead is asked about the past, by a credential in %s',
		async (timezone) => {
			const sandbox = service(24);
			// Another six hours, as if the service were as far behind UTC as the clocks of a zone can be.
			sandbox.faults.decideBy(({ url }) => refusalAhead(url, NOON - 6 * HOUR));
			const { mismatch } = await checked(sandbox, { timezone });
			expect(mismatch).toContain('America/Mexico_City');
		},
	);

	it('without orders there is no verdict', async () => {
		expect(await checked(service(0), { timezone: 'Asia/Tokyo' })).toEqual({
			mismatch: undefined,
			requests: 1,
		});
	});

	it('a service that refuses the token is no matter of time zones', async () => {
		const sandbox = service(24);
		sandbox.faults.schedule({}, { kind: 'status', status: 401 }, { times: Infinity });
		await expect(checked(sandbox)).rejects.toThrow(ServiceFailure);
	});
});
