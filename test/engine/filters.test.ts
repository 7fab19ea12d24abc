/** Filters on orders, through the engine: each alone, together, with odd data and with values from expressions. */
import type { INodeParameters } from 'n8n-workflow';
import type { NewOrder, SalesOrder } from '../../sandbox';
import { DAY, NOON } from '../support/time';
import { serve, type NodeOutcome, type ServedSandbox } from './support';
import { idsOf } from './support/outcomes';

let served: ServedSandbox;

beforeEach(async () => {
	served = await serve({ clock: { now: () => NOON }, switches: { sortOrder: 'id asc', pageSize: 5 } });
});

async function filter(filters: INodeParameters, operation = 'list'): Promise<NodeOutcome> {
	return await served.run({ resource: 'salesOrder', operation, filters });
}

/** Adds orders that differ in one thing, and gives their ids. */
const add = (...orders: NewOrder[]) => orders.map((order) => served.sandbox.world.add(order));

const customer = (code: string): SalesOrder['customer'] => ({
	id: 1,
	code,
	description: 'Customer',
	enabled: true,
	zone: { id: 1, description: 'Centre', enabled: true },
});
const seller = (id: number, username: string): SalesOrder['createdBy'] => ({
	id,
	username,
	name: 'Seller',
	enabled: true,
});

test('without filters, or with empty ones, every order comes', async () => {
	const ids = add({}, {}, {});
	expect(idsOf(await filter({}))).toEqual(ids);
	const createdBy = { __rl: true, mode: 'list', value: '' };
	const empty = { customerCodes: ' , ', orderTypes: '', externalId: 'any', createdBy };
	expect(idsOf(await filter(empty))).toEqual(ids);
});

test('Billed and Exported keep an order whose flag is missing or odd: it must not be lost for that', async () => {
	const [odd] = add({});
	served.sandbox.world.distort(1001, { billed: null, exported: undefined });
	for (const wanted of [true, false]) {
		expect(idsOf(await filter({ billed: wanted, exported: wanted }))).toEqual([odd]);
	}
});

test('Customer Codes takes a list from an expression, of texts or numbers', async () => {
	const [first, second] = add({ customer: customer('17') }, { customer: customer('A') });
	add({ customer: customer('18') });
	expect(idsOf(await filter({ customerCodes: '={{ [17, "A"] }}' }))).toEqual([first, second]);
	expect(idsOf(await filter({ customerCodes: '={{ 17 }}' }))).toEqual([first]);
});

describe('Created By', () => {
	beforeEach(() => {
		add({ createdBy: seller(7, 'maria') }, { createdBy: seller(8, 'mario') }, { createdBy: seller(77, '7') });
	});

	test.each([
		['chosen from the list', { __rl: true, mode: 'list', value: '7', cachedResultName: 'Maria' }, [1001]],
		['by ID', { __rl: true, mode: 'id', value: '7' }, [1001]],
		['by a number as ID from an expression', { __rl: true, mode: 'id', value: '={{ 8 }}' }, [1002]],
		['by username', { __rl: true, mode: 'username', value: ' Mario ' }, [1002]],
		['by a username that is a number', { __rl: true, mode: 'username', value: '7' }, [1003]],
		['by someone who made none', { __rl: true, mode: 'id', value: '9' }, []],
	])('%s', async (_, createdBy, expected) => {
		expect(idsOf(await filter({ createdBy }))).toEqual(expected);
	});

	test.each([
		['what is no user', '={{ ({ id: 7 }) }}', '{"id":7}'],
		['a name as ID', '={{ "maria" }}', '"maria"'],
	])('refuses %s', async (_, value, shown) => {
		const { error } = await filter({ createdBy: { __rl: true, mode: 'id', value } });
		expect(error?.message).toBe(`'Created By' cannot be ${shown}`);
	});
});

describe('Deleted From and Deleted To', () => {
	let ids: unknown[];
	const listDeleted = async (filters: INodeParameters) => await filter(filters, 'listDeleted');

	beforeEach(() => {
		const made = NOON - 40 * DAY;
		ids = add({ dateCreated: made }, { dateCreated: made }, { dateCreated: made });
		[3, 2, 1].forEach((days, position) => {
			served.sandbox.world.delete(Number(ids[position]), NOON - days * DAY);
		});
	});

	test('keep the orders that were deleted in between, both ends included', async () => {
		const deletedFrom = new Date(NOON - 2 * DAY).toISOString();
		const deletedTo = '={{ $json.to }}';
		expect(idsOf(await listDeleted({ deletedFrom }))).toEqual([ids[1], ids[2]]);
		const outcome = await served.run(
			{ resource: 'salesOrder', operation: 'listDeleted', filters: { deletedFrom, deletedTo } },
			{ input: [{ to: new Date(NOON - 2 * DAY).toISOString() }] },
		);
		expect(idsOf(outcome)).toEqual([ids[1]]);
	});

	test('are refused with a reason when they cannot be used', async () => {
		const { error } = await listDeleted({ deletedFrom: '2026-07-14', deletedTo: '2026-07-13' });
		expect(error?.message).toMatch(/^'Deleted To' \(.*\) is before 'Deleted From' \(/);
		const { error: other } = await listDeleted({ deletedFrom: '31/02/2026' });
		expect(other?.message).toContain(`'Deleted From' cannot be "31/02/2026"`);
		expect(served.sandbox.log.total).toBe(0);
	});
});
