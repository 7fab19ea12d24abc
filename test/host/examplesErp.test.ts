/** The examples that write into an ERP, in a real n8n; the ERP is a stand-in that speaks its protocol. */
import { callingWorkflow, errorMessage } from '../../host';
import type { Identifier, SalesOrder } from '../../sandbox';
import { eventually } from '../support/eventually';
import { type ErpDocument, ErpNextStandIn, type ErpStandIn, OdooStandIn } from './support/erpStandIns';
import { DAY_MS, ExampleHost, localDay } from './support/exampleHost';
import { fillInForm } from './support/form';
import { HttpErpStandIn } from './support/httpErp';
import { pollingOften } from '../../host/workflowParts';

const running = new ExampleHost();

/** What the orders of these tests have, so that each ERP knows their customer and products. */
let common: Pick<SalesOrder, 'customer' | 'items'>;
beforeAll(() => {
	const [first] = running.liveOrders();
	if (!first) throw new Error('The service has no orders');
	common = { customer: first.customer, items: first.items.slice(0, 2) };
});

// What an order made for the evening of 28 February in Mexico becomes in each.
describe.each([
	{ name: 'process-order-odoo', erp: new OdooStandIn(), becomes: { partner_id: 1, note: 'Ring twice' } },
	{ name: 'process-order-erpnext', erp: new ErpNextStandIn(), becomes: { delivery_date: '2026-02-28' } },
	{ name: 'process-order-http', erp: new HttpErpStandIn(), becomes: { status: 'draft' } },
])('new-orders with $name', ({ name, erp, becomes }) => {
	afterAll(async () => await erp.stop());

	test('creates each order once with its lines, completes one that an interrupted run left, names a rejected one and takes it later, and follows edits and deletions', async () => {
		const { host, world } = running;
		const { id } = await publishWith(name, erp);
		const newcomer = { ...common.customer, code: `NEW-${name}` };
		const rejected = world.add({ ...common, customer: newcomer });
		const evening = world.add({
			...common,
			scheduledDateForDelivery: '2026-03-01T02:00:00Z',
			sellerComment: 'Ring twice',
		});
		const withoutDay = world.add({ ...common, scheduledDateForDelivery: null as unknown as string });
		const interrupted = world.add(common);
		const maybeReturns = common.items.map((line) => ({ ...line, isReturn: null }));
		const incomplete = [{ items: [] }, { customer: null }, { items: maybeReturns }].map((odd) => {
			const order = world.add(common);
			world.distort(order, odd);
			return order;
		});
		erp.keep({
			...{ [erp.referenceField]: referenceOf(interrupted), partner_id: 1, state: 'draft', docstatus: 0 },
			...{ items: [], order_line: [], lines: [], status: 'draft' },
		});

		// An order without delivery date is reported first, in an execution of its own.
		const first = await host.waitForExecutions(id, 2, { timeoutMs: 150_000 });
		const message = first.map((execution) => errorMessage(execution)).join('\n');
		expect(message).toContain('scheduledDateForDelivery');
		expect(message).toContain('4 not done: ');
		expect(message).toContain(`order ${rejected} (created: `);
		expect(message).toContain(newcomer.code);
		for (const order of incomplete) expect(message).toContain(`order ${order} (created: `);
		expect(message).not.toMatch(/not valid JSON|Cannot read|\[line/);
		expect(inTheErp(erp)).toEqual([evening, withoutDay, interrupted].map(referenceOf).sort());
		expectExternalIds(erp);
		expect(orderOf(rejected).externalId).toBeNull();
		expect(documentOf(erp, evening).values).toMatchObject(becomes);
		for (const order of [evening, withoutDay, interrupted]) expectLines(erp, order);

		// The customer is created in the ERP. One order is edited; two are deleted, one of which was confirmed there.
		erp.customers.add(newcomer.code);
		erp.confirm(referenceOf(withoutDay));
		for (const order of [evening, withoutDay, ...incomplete]) world.delete(order);
		world.edit(interrupted, { items: common.items.slice(1) });
		await eventually(
			'the rejected order is taken, the deleted one gone, the edited one changed',
			() =>
				inTheErp(erp).includes(referenceOf(rejected)) &&
				erp.isGone(referenceOf(evening)) &&
				erp.linesOf(documentOf(erp, interrupted)).length === common.items.length - 1,
			150_000,
		);
		await host.deactivateWorkflow(id);
		const executions = await host.waitForExecutions(id, 3);
		expect(erp.isGone(referenceOf(withoutDay))).toBe(false);
		expect(executions.map((one) => errorMessage(one)).join()).toContain(`order ${withoutDay} (deleted: `);
		for (const order of incomplete) expect(inTheErp(erp)).not.toContain(referenceOf(order));
		expectLines(erp, interrupted);
		expectExternalIds(erp);
	});
});

describe('an ERP that was down', () => {
	const erp = new HttpErpStandIn();
	afterAll(async () => await erp.stop());

	test('gets new orders when it is back, deletions with Retry, and nothing twice; what it confirmed is linked, or named if it was edited', async () => {
		const { host, world } = running;
		const { id, processOrder } = await publishWith('process-order-http', erp);
		const before = world.add(common);
		await eventually('the order is there', () => inTheErp(erp).includes(referenceOf(before)), 60_000);
		const { length } = await host.executions(id);
		erp.isDown = true;
		world.delete(before);
		const meanwhile = world.add(common);
		const failed = (await host.waitForExecutions(id, length + 1)).at(-1);
		expect(failed?.status).toBe('error');
		erp.isDown = false;
		await eventually('the new order is there', () => inTheErp(erp).includes(referenceOf(meanwhile)), 150_000);
		expect(erp.isGone(referenceOf(before))).toBe(false);
		await host.deactivateWorkflow(id);

		await host.request('POST', `/executions/${failed?.id}/retry`, { loadWorkflow: false });
		await eventually('the deleted order is gone', () => erp.isGone(referenceOf(before)), 60_000);
		expect(inTheErp(erp)).toEqual([before, meanwhile].map(referenceOf).sort());
		expectExternalIds(erp);

		erp.confirm(referenceOf(meanwhile));
		for (const order of running.liveOrders()) world.setExternalId(order.id, order.externalId ?? 'SO-1');
		world.setExternalId(meanwhile, undefined);
		await running.runOnce(callingWorkflow(await running.example('backfill-a-year'), processOrder));
		expectExternalIds(erp);
		world.edit(meanwhile, { items: [] });
		const again = callingWorkflow(await running.example('orders-again'), processOrder);
		const yesterday = localDay(Date.now() - DAY_MS);
		const page = async () => await fillInForm(host, again, [yesterday, '', String(meanwhile)]);
		expect(await page()).toContain(`Not done: order ${meanwhile} (edited: confirmed in the ERP`);
		// Whether the ERP has the order is not certain then.
		for (const [sends, reason] of [
			[[], 'The ERP did not send a list of orders)'],
			[{ error: 'No session' }, 'The ERP did not send a list of orders)'],
			[{ orders: [{ reference: referenceOf(before), number: 1 }] }, 'The ERP sent other orders than FIELD-'],
			[
				{ orders: [{ reference: referenceOf(meanwhile) }] },
				`The ERP has ${referenceOf(meanwhile)}, but sent no "number" of it)`,
			],
		]) {
			erp.sendsInstead = sends;
			expect(await page()).toContain(`order ${meanwhile} (edited: ${String(reason)}`);
		}
		expect(inTheErp(erp)).toEqual([before, meanwhile].map(referenceOf).sort());
	});
});

/** Publishes the trigger's workflow and the sub-workflow `name` for an ERP, which it starts. Gives the IDs of both. */
async function publishWith(name: string, erp: ErpStandIn) {
	const { host } = running;
	await erp.start();
	erp.customers.add(common.customer.code);
	for (const { product } of common.items) erp.products.add(product.code);
	const credentials = erp.credentialType
		? [await host.createCredential(erp.credentialType, 'ERP', erp.credentialData())]
		: [];
	const imported = JSON.stringify(await running.example(name, ...credentials))
		.replace(/https:\/\/erp(next)?\.example\.com/, erp.url)
		.replaceAll('"waitBetweenTries":5000', '"waitBetweenTries":100');
	const processOrder = await running.publish(JSON.parse(imported));
	const trigger = callingWorkflow(await running.example('new-orders'), processOrder);
	return { id: await running.publish(pollingOften(trigger, { redeliverMinutes: 0.5 })), processOrder };
}

const referenceOf = (order: Identifier) => `FIELD-${order}`;
const inTheErp = (erp: ErpStandIn) => erp.documents.map(({ values }) => values[erp.referenceField]).sort();

function orderOf(id: Identifier): SalesOrder {
	const order = running.world.find(id);
	if (!order) throw new Error(`There is no order ${id}`);
	return order;
}

function documentOf(erp: ErpStandIn, order: Identifier): ErpDocument {
	const [document] = erp.find(erp.referenceField, referenceOf(order));
	if (!document) throw new Error(`The ERP does not have order ${order}`);
	return document;
}

function expectLines(erp: ErpStandIn, order: Identifier): void {
	expect(erp.linesOf(documentOf(erp, order))).toEqual(
		orderOf(order).items.map(({ product, quantity, price, isReturn }) => ({
			code: product.code,
			quantity: isReturn ? -quantity : quantity,
			price,
		})),
	);
}

/** Each order that the ERP has carries the ERP's number for it. */
function expectExternalIds(erp: ErpStandIn): void {
	for (const { number, values } of erp.documents) {
		const id = Number(String(values[erp.referenceField]).replace('FIELD-', ''));
		expect([id, orderOf(id).externalId]).toEqual([id, String(number)]);
	}
}
