/** Times of which no window can be read, or none that begins long ago: nothing else waits for them (design 4, principle 2). */
import { SeededRandom } from '../../../sandbox/seededRandom';
import { seeds } from '../../support/seeds';
import { SECOND } from '../../support/time';
import { windowOf } from '../../support/windowOf';
import { activated, DAY, HOUR, MINUTE, NOON, TriggerFixture } from './fixture';

const events = ['created', 'deleted', 'attention'];

/** A stretch of time that cannot be read for a while, or all that is older than some age. */
function brokenTime(random: SeededRandom, start: number) {
	const hours = (from: number, to: number) => random.integer(from * 3_600, to * 3_600) * SECOND;
	const list = random.pick(['deleted=true', 'deleted=false', 'salesOrder']);
	const since = start + hours(0, 40);
	const until = random.chance(0.5) ? Infinity : since + hours(0, 30);
	const from = random.chance(0.3) ? -Infinity : start + hours(-72, 60);
	const [length, age] = [random.pick([SECOND, MINUTE, 3 * HOUR, DAY]), hours(20, 40)];
	const end = (now: number) => (from === -Infinity ? now - age : from + length);
	/** Whether some of this time cannot be read then. */
	const hits = ([begin, to]: [number, number], now: number) =>
		since <= now && now < until && from <= to && begin <= end(now);
	return { list, status: random.pick([400, 403, 413, 500, 503]), hits };
}

it.each(seeds(8))('Whatever cannot be read, all else comes within hours (seed %i)', async (seed) => {
	const random = new SeededRandom(seed);
	const switches = { pageSize: random.pick([5, 100]) };
	const trigger = await activated({ settings: { events, checkTimeZone: false }, sandbox: { switches } });
	trigger.budgetMs = random.pick([36_000, 300_000]);
	const broken = Array.from({ length: random.integer(1, 5) }, () => brokenTime(random, trigger.now));
	trigger.sandbox.faults.decideBy(({ url }) => {
		const hit = broken.find(({ list, hits }) => url.includes(list) && hits(windowOf(url), trigger.now));
		return hit && { kind: 'status', status: hit.status };
	});
	const made = new Map<string, number>();
	const due = new Map<string, number>();
	const came: string[] = [];
	/** Windows are an hour long: neither those around now may be broken meanwhile, nor, until then, those around its date. */
	const expectSoon = (item: string, list: string, date: number) => {
		const around = (at: number): [number, number] => [at - 1.1 * HOUR, at + 1.1 * HOUR];
		const until = trigger.now + 6 * HOUR;
		const hours = Array.from({ length: 80 }, (_, hour) => until - hour * HOUR);
		const isBroken = ({ list: of, hits }: (typeof broken)[number]) =>
			list.includes(of) &&
			hours.some((at) => hits(around(date), at) || (at >= trigger.now && hits(around(at), at)));
		if (!broken.some(isBroken)) due.set(item, until);
	};
	for (let poll = 0; poll < 75 * 6; poll++) {
		if (poll % 3 === 0) {
			const madeAgo = Math.floor(random.pick([0, 10 * MINUTE, 5 * HOUR, 40 * HOUR]) * random.next());
			const id = trigger.add({ madeAgo });
			made.set(id, trigger.now - madeAgo);
			expectSoon(`created ${id}`, 'salesOrder?deleted=false', trigger.now - madeAgo);
			const [old, date] = random.pick([...made]);
			if (random.chance(0.2) && came.includes(`created ${old}`) && made.delete(old)) {
				trigger.sandbox.world.delete(BigInt(old));
				expectSoon(`deleted ${old}`, 'salesOrder?deleted=true', date);
			}
		}
		came.push(...(await trigger.despite(1, 10 * MINUTE)).items);
		expect([...due].filter(([item, until]) => until < trigger.now && !came.includes(item))).toEqual([]);
	}
	expect(came).toHaveLength(new Set(came).size);
	expect(due.size).toBeGreaterThan(20);
});

describe('Where the service refuses what is older than a week', () => {
	function keepsAWeek(trigger: TriggerFixture): void {
		const refused = { kind: 'status', status: 400 } as const;
		const isOld = (url: string) => windowOf(url)[0] < trigger.now - 7 * DAY;
		trigger.sandbox.faults.decideBy(({ url }) => (isOld(url) ? refused : undefined));
	}

	it('the deletion of a younger order comes within hours, also the next one', async () => {
		const trigger = new TriggerFixture({ settings: { events } });
		const [first, second] = [5, 6].map((days) => trigger.add({ dateCreated: trigger.now - days * DAY }));
		keepsAWeek(trigger);
		await trigger.despite(1, MINUTE);
		for (const id of [first, second]) {
			trigger.sandbox.world.delete(BigInt(String(id)));
			expect((await trigger.despite(36, 10 * MINUTE)).items).toEqual([`deleted ${id}`]);
		}
	});

	it('so do orders since a Start From that lies before', async () => {
		const trigger = new TriggerFixture({ settings: { startFrom: { at: NOON - 90 * DAY, text: 'old' } } });
		keepsAWeek(trigger);
		const ids = [6, 4, 2].map((days) => trigger.add({ dateCreated: trigger.now - days * DAY }));
		const { items, polls } = await trigger.despite(12, 10 * MINUTE, () => ids.push(trigger.add()));
		expect(items.sort()).toEqual(ids.map((id) => `created ${id}`));
		// From then on, what is new comes at once.
		const came = polls.map(({ length }) => length > 0);
		expect(came.indexOf(true)).toBe(came.lastIndexOf(false) + 1);
	});
});
