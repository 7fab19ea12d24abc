/** The world of the sandbox: orders become visible, change and go when they should, and lists agree with it. */
import fc from 'fast-check';
import { switchChoices, type Identifier, type Switches, type WorldEvent } from '../../../sandbox';
import { repetitions } from '../../support/seeds';
import { ordersUrl, TestSandbox } from '../../support/testSandbox';
import { HOUR, MINUTE, NOON } from '../../support/time';

test('an order becomes visible at its dateCreated, whatever its mobileDateCreated', async () => {
	const test = new TestSandbox();
	const id = test.sandbox.world.add({ mobileDateCreated: NOON - 5 * HOUR, dateCreated: NOON + HOUR });
	test.now = NOON + HOUR - 1;
	expect((await test.read(ordersUrl())).ids).toEqual([]);
	expect(test.sandbox.world.statistics).toEqual({ created: 0, deleted: 0 });
	test.now = NOON + HOUR;
	expect((await test.read(ordersUrl())).ids).toEqual([id]);
	expect(test.sandbox.world.statistics).toEqual({ created: 1, deleted: 0 });
});

test('a service that lags behind shows an order later than its dateCreated', async () => {
	const test = new TestSandbox();
	const id = test.sandbox.world.add({ dateCreated: NOON - MINUTE, visibleFrom: NOON + 1000 });
	expect((await test.read(ordersUrl())).ids).toEqual([]);
	test.now = NOON + 1000;
	expect((await test.read(ordersUrl())).ids).toEqual([id]);
	expect(test.sandbox.world.find(id)?.dateCreated).toBe('2026-07-15T11:59:00Z');
});

test('changes happen at their time, in their order, and never before the order arrived', () => {
	const test = new TestSandbox();
	const { world } = test.sandbox;
	const events: WorldEvent[] = [];
	world.subscribe((event) => events.push(event));
	const late = world.add({ dateCreated: NOON + 2 * HOUR });
	const early = world.add({ dateCreated: NOON + HOUR });
	world.delete(late, NOON + HOUR);
	world.edit(early, { sellerComment: 'first' }, NOON + 3 * HOUR);
	world.edit(early, { sellerComment: 'second' }, NOON + 3 * HOUR);
	world.restore(late, NOON + 4 * HOUR);
	test.now = NOON + 5 * HOUR;
	world.settle();
	expect(events).toEqual([
		{ kind: 'arrived', id: early, time: NOON + HOUR },
		{ kind: 'arrived', id: late, time: NOON + 2 * HOUR },
		{ kind: 'deleted', id: late, time: NOON + 2 * HOUR },
		{ kind: 'edited', id: early, time: NOON + 3 * HOUR },
		{ kind: 'edited', id: early, time: NOON + 3 * HOUR },
		{ kind: 'restored', id: late, time: NOON + 4 * HOUR },
	]);
	expect(world.find(early)).toMatchObject({ sellerComment: 'second', isEdited: true });
});

type Step =
	| { kind: 'add'; made: number; arrives: number }
	| { kind: 'delete' | 'restore' | 'edit'; which: number; moves: number }
	| { kind: 'wait'; time: number };

const minutes = (maximum: number) => fc.integer({ min: 0, max: maximum }).map((value) => value * MINUTE);
const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({ kind: fc.constant('add' as const), made: minutes(120), arrives: minutes(30) }),
	fc.record({
		kind: fc.constantFrom('delete' as const, 'restore' as const, 'edit' as const),
		which: fc.nat(),
		moves: minutes(20),
	}),
	fc.record({ kind: fc.constant('wait' as const), time: minutes(20) }),
);
const steps = fc.array(step, { minLength: 5, maxLength: 40 });

test('whatever happens, every sort order and filter shows exactly what the records say (seed 11)', async () => {
	const sortOrders = switchChoices.sortOrder.filter((order) => order !== 'shuffled');
	await fc.assert(
		fc.asyncProperty(
			steps,
			fc.constantFrom(...sortOrders),
			fc.constantFrom(...switchChoices.deletedListDate),
			fc.integer({ min: 1, max: 7 }),
			async (history, sortOrder, deletedListDate, pageSize) => {
				const test = new TestSandbox({ switches: { sortOrder, deletedListDate, pageSize } });
				const half = Math.floor(history.length / 2);
				// Also read before and in the middle, so that indexes and kept lists exist when things change.
				for (const part of [[], history.slice(0, half), history.slice(half)]) {
					for (const step of part) take(step, test);
					await expectLists(test, sortOrder, deletedListDate);
				}
			},
		),
		{ seed: 11, numRuns: repetitions(30) },
	);
});

async function expectLists(
	test: TestSandbox,
	sortOrder: Switches['sortOrder'],
	deletedListDate: Switches['deletedListDate'],
): Promise<void> {
	for (const deleted of [false, true]) {
		expect(await readAll(test, { deleted })).toEqual(expected(test, sortOrder, deleted));
		const window = { start: '15/07/2026 05:30:00', end: '15/07/2026 06:30:00' };
		expect(await readAll(test, { deleted, ...window })).toEqual(
			expected(test, sortOrder, deleted, deleted ? deletedListDate : 'mobileDateCreated'),
		);
	}
}

function take(step: Step, test: TestSandbox): void {
	const { world } = test.sandbox;
	if (step.kind === 'wait') test.now += step.time;
	else if (step.kind === 'add') {
		world.add({ mobileDateCreated: test.now - step.made, dateCreated: test.now + step.arrives });
	} else {
		const records = world.all();
		const record = records[step.which % Math.max(1, records.length)];
		if (!record) return;
		if (step.kind === 'delete') world.delete(record.id);
		else if (step.kind === 'restore') world.restore(record.id);
		else world.edit(record.id, { mobileDateCreated: record.mobileDateCreated + step.moves });
	}
}

async function readAll(test: TestSandbox, parameters: Record<string, string | boolean>): Promise<unknown[]> {
	const ids: unknown[] = [];
	let next: unknown = ordersUrl(parameters);
	while (typeof next === 'string') {
		const page = await test.read(next);
		ids.push(...page.ids);
		next = page.pagination.nextPage;
	}
	return ids;
}

/** The plain answer, found without any index: the window 05:30 to 06:30 in Mexico City, both ends included. */
function expected(
	test: TestSandbox,
	sortOrder: Switches['sortOrder'],
	deleted: boolean,
	date?: Switches['deletedListDate'],
): Identifier[] {
	const [field, direction] = sortOrder.split(' ') as ['id' | 'dateDeleted' | 'lastModified', string];
	const sign = direction === 'desc' ? -1 : 1;
	return test.sandbox.world
		.all()
		.filter((record) => record.arrived && record.deleted === deleted)
		.filter((record) => {
			const value = date === undefined ? NOON : (record[date] ?? 0);
			return value >= NOON - HOUR / 2 && value <= NOON + HOUR / 2;
		})
		.sort((one, other) => {
			const difference = Number(one[field] ?? -1) - Number(other[field] ?? -1);
			return sign * (difference || Number(one.id) - Number(other.id));
		})
		.map(({ id }) => id);
}
