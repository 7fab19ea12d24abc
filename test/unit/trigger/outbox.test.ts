/** What one poll delivers of what it found: every part has its turn (design 4). */
import { Outbox } from '../../../nodes/SalesOrderIntegration/trigger/outbox';
import type { FoundWindow } from '../../../nodes/SalesOrderIntegration/trigger/outbox';
import type { FoundItem, OrderItem } from '../../../nodes/SalesOrderIntegration/trigger/trackedOrder';

let remembered: string[] = [];
beforeEach(() => (remembered = []));

/** An item that arrived at this time. */
function item(id: number, changes: Partial<OrderItem> = {}): FoundItem {
	const dates = { mobileDateCreated: id, dateCreated: id, latestDate: id };
	return {
		item: { order: {}, id: String(id), event: 'created', ...dates, ...changes },
		remember: () => remembered.push(String(id)),
	};
}

const created = (...ids: number[]) => ids.map((id) => item(id));
const deleted = (...ids: number[]) => ids.map((id) => item(id, { event: 'deleted' }));
/** A window behind which the reading goes on. */
const window = (items: FoundItem[], changes: Partial<FoundWindow> = {}): FoundWindow => ({
	items,
	isComplete: true,
	next: { began: 0, spans: [{ from: items.length, to: 100 }] },
	...changes,
});

function idsOf({ items }: { items: OrderItem[] }): string[] {
	return items.map(({ event, id }) => `${event} ${id}`);
}

test('all parts deliver one item in turn until the quota is used up, by arrival', () => {
	const outbox = new Outbox(3);
	outbox.add('createdNear', window(created(7, 8, 9)));
	outbox.add('createdFar', window(created(1, 2)));
	outbox.add('deletedNear', window([]));
	const { items, gotNothing } = outbox.deliver(['createdNear', 'createdFar', 'deletedNear']);
	expect(items.map(({ id }) => id)).toEqual(['1', '7', '8']);
	expect(remembered.sort()).toEqual(['1', '7', '8']);
	expect(gotNothing).toEqual([]);
});

test('of the items of a window those that arrived first come first', () => {
	const outbox = new Outbox(2);
	outbox.add('createdNear', window(created(9, 7, 8)));
	expect(idsOf(outbox.deliver(['createdNear']))).toEqual(['created 7', 'created 8']);
});

test('a part for which nothing of the quota is left got nothing', () => {
	const outbox = new Outbox(1);
	outbox.add('createdNear', window(created(7)));
	outbox.add('createdFar', window(created(1)));
	const { items, gotNothing } = outbox.deliver(['createdNear', 'deletedNear', 'createdFar']);
	expect(items.map(({ id }) => id)).toEqual(['7']);
	expect(gotNothing).toEqual(['createdFar']);
});

test('items of the same time come by ID, the shorter first; those of one order as they were found', () => {
	const outbox = new Outbox(10);
	const at = { dateCreated: 0 };
	const edits = [item(30, { ...at, event: 'edited' })];
	outbox.add('createdNear', window([item(200, at), item(30, at), item(4, at), item(31, at), ...edits]));
	expect(idsOf(outbox.deliver(['createdNear']))).toEqual([
		'created 4',
		'created 30',
		'edited 30',
		'created 31',
		'created 200',
	]);
});

test('what two parts find is delivered once, and is found from then on', () => {
	const outbox = new Outbox(10);
	outbox.add('createdNear', window(created(1, 2)));
	expect([outbox.hasFound('created', '2'), outbox.hasFound('created', '3')]).toEqual([true, false]);
	expect(outbox.hasFound('deleted', '2')).toBe(false);
	outbox.add('createdFar', window(created(2, 3)));
	expect(idsOf(outbox.deliver(['createdNear', 'createdFar']))).toEqual([
		'created 1',
		'created 2',
		'created 3',
	]);
});

test('an order whose deletion was found comes as deleted alone, whichever was found first', () => {
	const outbox = new Outbox(10);
	outbox.add('createdNear', window(created(1, 2)));
	outbox.add('deletedNear', window(deleted(1, 3)));
	outbox.add('createdFar', window(created(3, 4)));
	const { items, passed } = outbox.deliver(['createdNear', 'deletedNear', 'createdFar']);
	expect(idsOf({ items })).toEqual(['deleted 1', 'created 2', 'deleted 3', 'created 4']);
	expect([...passed.keys()]).toEqual(['createdNear', 'deletedNear', 'createdFar']);
});

describe('a reading passes a window', () => {
	const [first, second] = [window(created(1, 2)), window(created(3), { next: undefined })];

	test.each([
		[1, undefined],
		[2, first],
		[3, second],
	])('when all its items are delivered: quota %i', (quota, expected) => {
		const outbox = new Outbox(quota);
		outbox.add('createdNear', { ...first });
		outbox.add('createdNear', { ...second });
		expect(outbox.deliver(['createdNear']).passed.get('createdNear')?.next).toEqual(expected?.next);
		expect(outbox.deliver(['createdNear']).passed.has('createdNear')).toBe(expected !== undefined);
	});

	test('that settled: others are delivered, and the reading stays before them', () => {
		const outbox = new Outbox(10);
		outbox.add('createdNear', first);
		outbox.add('createdNear', window(created(3), { isComplete: false }));
		outbox.add('createdNear', window(created(4)));
		const { items, passed } = outbox.deliver(['createdNear']);
		expect(items).toHaveLength(4);
		expect(passed.get('createdNear')?.next).toEqual(first.next);
	});

	test('without items at once', () => {
		const outbox = new Outbox(10);
		outbox.add('deletedNear', window([], { next: undefined }));
		expect([...outbox.deliver(['deletedNear']).passed.keys()]).toEqual(['deletedNear']);
	});
});

test('without room for more orders that wait, first deliveries wait and others do not', () => {
	const outbox = new Outbox(10, 1);
	const begins = (id: number) => item(id, { delivery: 1 });
	outbox.add('createdNear', window([begins(1), begins(2), begins(3)]));
	outbox.add('redelivery', window([item(8, { delivery: 2 }), item(9, { delivery: 3 })]));
	const { items, gotNothing, passed } = outbox.deliver(['createdNear', 'redelivery']);
	expect(items.map(({ id }) => id)).toEqual(['1', '8', '9']);
	expect(gotNothing).toEqual([]);
	expect([...passed.keys()]).toEqual(['redelivery']);
});

test('it knows what was read and found', () => {
	const outbox = new Outbox(2);
	expect([outbox.size, outbox.hasItems, outbox.isPartlyRead]).toEqual([0, false, false]);
	expect([outbox.hasRead('createdNear'), outbox.isFull('createdNear')]).toEqual([false, false]);
	outbox.add('deletedNear', window([], { next: undefined }));
	expect([outbox.size, outbox.hasItems, outbox.isPartlyRead]).toEqual([1, false, false]);
	outbox.add('createdNear', window(created(1)));
	expect([outbox.size, outbox.hasItems, outbox.isPartlyRead]).toEqual([2, true, true]);
	expect([outbox.hasRead('createdNear'), outbox.isFull('createdNear')]).toEqual([true, false]);
	outbox.add('createdNear', window(created(2), { next: undefined }));
	expect([outbox.size, outbox.isPartlyRead, outbox.isFull('createdNear')]).toEqual([3, false, true]);
	expect(outbox.isFull('deletedNear')).toBe(false);
	outbox.add('createdNear', window([], { isComplete: false }));
	outbox.add('createdFar', window([], { isComplete: false }));
	expect(outbox.isPartlyRead).toBe(false);
});
