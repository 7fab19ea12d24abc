/**
 * Design 3.1: an arrival never hides a skip, for every order of a list and everything that moves an order in it.
 * The oracle is the sandbox: an order that was listed all the time must be in a list that claims to be complete.
 */
import fc from 'fast-check';
import { switchChoices } from '../../../sandbox';
import { readChangingList, type Change, type ChangingList } from '../../support/changingList';
import { repetitions, report } from '../../support/seeds';
import { seed } from '../dates/seed';
import { account, read } from './changingAccount';

const sortOrders = switchChoices.sortOrder.filter((order) => order !== 'shuffled');
const readings = fc.record({
	start: fc.integer({ min: 1, max: 1_000_000 }),
	sortOrder: fc.constantFrom(...sortOrders),
});

async function expectNoLoss(kind: Pick<ChangingList, 'changes' | 'change'>, runs: number): Promise<void> {
	const counts = { settled: 0, requests: 0 };
	const property = fc.asyncProperty(readings, async ({ start, sortOrder }) => {
		const outcome = await readChangingList(start, { ...kind, list: 'created', verify: 'signs', sortOrder });
		if (outcome.isSettled) {
			counts.settled++;
			expect(outcome.missing).toEqual([]);
		}
		counts.requests += outcome.requests;
	});
	await fc.assert(property, { seed, numRuns: repetitions(runs) });
	report(
		`${kind.changes.join(' ')}: ${counts.settled} of ${repetitions(runs)} settled, ${counts.requests} requests`,
	);
	// A property that hardly ever claims anything proves nothing.
	expect(counts.settled).toBeGreaterThan(repetitions(runs) / 3);
}

test.each<[string, Change[], runs?: number]>([
	['while the phone dates of orders change', ['insert', 'move']],
	['while orders are edited', ['insert', 'edit']],
	['while external IDs are written', ['insert', 'put']],
	['while orders are deleted', ['insert', 'delete', 'swap'], 180],
	['while all of that happens', ['insert', 'move', 'edit', 'put', 'delete', 'swap']],
])(`no arrival hides a skip, in any order of the list, %s (SEED=${seed})`, async (_, changes, runs = 60) => {
	await expectNoLoss({ changes }, runs);
});

test('without counts, two readings that agree are short in less than one of a hundred restless lists', async () => {
	let [short, settled] = [0, 0];
	for (let start = 1; start <= 300; start++) {
		const kind: ChangingList = {
			list: 'created',
			changes: ['insert', 'move', 'put', 'delete'],
			verify: 'signs',
			change: ({ pagination }) => delete pagination.totalCount,
		};
		const { isSettled, missing } = await readChangingList(start, kind);
		if (isSettled) settled++;
		if (isSettled && missing.length > 0) short++;
	}
	report(`without counts: ${settled} of 300 settled, ${short} short`);
	expect(settled).toBeGreaterThan(100);
	expect(short).toBeLessThan(3);
});

test.each(['id asc', 'dateCreated asc', 'lastModified asc'] as const)(
	'an order that moves behind the reading while another arrives is not missing (%s)',
	async (sortOrder) => {
		for (let request = 1; request < 5; request++) {
			const fixture = account({
				pages: 4,
				before: (world, number) => {
					if (number !== request) return;
					const [first] = world.listed('created');
					world.setExternalId(first?.id ?? 0, 'ERP-1');
					world.add();
				},
			});
			fixture.sandbox.switches.sortOrder = sortOrder;
			const { records, isSettled } = await read(fixture);
			const there = fixture.sandbox.world.listed('created').slice(0, -1);
			expect(isSettled).toBe(true);
			expect([...records.keys()]).toEqual(expect.arrayContaining(there.map(({ id }) => String(id))));
		}
	},
);
