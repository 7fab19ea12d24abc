/** The examples that write into an ERP, in a real n8n; the ERP is a stand-in that speaks its protocol. */
import Fastify, { type FastifyInstance } from 'fastify';
import type { INode } from 'n8n-workflow';

import { errorMessage, withParameters, type WorkflowDefinition } from '../../host';
import type { Identifier } from '../../sandbox';
import { eventually } from './processes';
import { ErpNextStandIn, OdooStandIn } from './support/erpStandIns';
import { ExampleHost } from './support/exampleHost';
import { pollingOften } from './support/workflows';

const running = new ExampleHost();

describe('deletions-to-erp', () => {
	let erp: FastifyInstance;
	let definition: WorkflowDefinition;
	const tries: string[] = [];
	/** Documents that the ERP does not cancel, such as one that was invoiced. */
	const locked = new Set<string>();
	const cancelled = new Set<string>();
	beforeAll(async () => {
		erp = Fastify();
		erp.post<{ Params: { id: string } }>('/orders/:id/cancel', async ({ params: { id } }, reply) => {
			tries.push(id);
			if (locked.has(id)) return await reply.code(409).send({ message: 'It was invoiced' });
			cancelled.add(id);
			return { status: 'cancelled' };
		});
		const erpUrl = await erp.listen({ port: 0, host: '127.0.0.1' });
		const withAddress = (parameters: INode['parameters']) =>
			JSON.parse(JSON.stringify(parameters).replace('https://erp.example.com', erpUrl));
		const imported = withParameters(await running.example('deletions-to-erp'), 'ERP', withAddress);
		const inAHurry = imported.nodes.map((node) =>
			node.retryOnFail ? { ...node, waitBetweenTries: 100 } : node,
		);
		definition = pollingOften({ ...imported, nodes: inAHurry });
	});
	afterAll(async () => await erp?.close());

	test('cancels the document of each deleted order that reached the ERP, and names the one that the ERP refuses', async () => {
		const { host, world } = running;
		const { id } = await host.createWorkflow(definition);
		await host.activateWorkflow(id);
		const documents = ['SO/2026 7', 'SO-8', 'SO-9'];
		const orders = documents.map((externalId) => world.add({ externalId }));
		locked.add('SO/2026 7');
		for (const order of [...orders, world.add()]) world.delete(order);
		const [execution] = await host.waitForExecutions(id, 1, { timeoutMs: 150_000 });
		await host.deactivateWorkflow(id);

		expect([...cancelled].sort()).toEqual(['SO-8', 'SO-9']);
		expect([...tries].sort()).toEqual(['SO-8', 'SO-9', ...Array.from({ length: 5 }, () => 'SO/2026 7')]);
		const message = execution && errorMessage(execution);
		expect(message).toContain(`order ${orders[0]}, document SO/2026 7`);
		expect(message).toContain('It was invoiced');
		expect(message).not.toMatch(/SO-8|SO-9/);
	}, 240_000);

	test('finds the deletions of the last days again when it is executed by hand', async () => {
		locked.clear();
		await running.runOnce(definition, 'By Hand');
		expect([...cancelled].sort()).toEqual(['SO-8', 'SO-9', 'SO/2026 7']);
	}, 120_000);
});

// What an order made for the evening of 28 February in Mexico becomes in each.
describe.each([
	{ name: 'orders-to-odoo', erp: new OdooStandIn(), becomes: { partner_id: 1, note: 'Ring twice' } },
	{ name: 'orders-to-erpnext', erp: new ErpNextStandIn(), becomes: { delivery_date: '2026-02-28' } },
])('$name', ({ name, erp, becomes }) => {
	beforeAll(async () => await erp.start());
	afterAll(async () => await erp.stop());

	const referenceOf = (order: Identifier) => `FIELD-${order}`;
	const inTheErp = () => erp.documents.map(({ values }) => values[erp.referenceField]).sort();

	test('creates each order once with its lines, links one that an interrupted run left without external ID, names a rejected one and takes it later, and cancels what is deleted', async () => {
		const { host, world } = running;
		const credential = await host.createCredential(erp.credentialType, 'ERP', erp.credentialData());
		const imported = JSON.stringify(await running.example(name, credential));
		const definition = JSON.parse(imported.replace('https://erpnext.example.com', erp.url));
		const { id } = await host.createWorkflow(pollingOften(definition, { redeliverMinutes: 1 }));
		await host.activateWorkflow(id);
		const rejected = world.add();
		const { customer, items } = orderOf(rejected);
		const newcomer = { ...customer, code: `NEW-${name}` };
		world.edit(rejected, { customer: newcomer });
		const common = { customer, items };
		const evening = world.add({
			...common,
			scheduledDateForDelivery: '2026-03-01T02:00:00Z',
			sellerComment: 'Ring twice',
		});
		const withoutDay = world.add({ ...common, scheduledDateForDelivery: null as unknown as string });
		const interrupted = world.add(common);
		const withoutLines = world.add({ ...common, items: [] });
		erp.customers.add(customer.code);
		for (const { product } of items) erp.products.add(product.code);
		erp.keep({
			...{ [erp.referenceField]: referenceOf(interrupted), state: 'draft', docstatus: 0 },
			...{ items: [], order_line: [] },
		});

		// An order without delivery date is reported first, in an execution of its own.
		const first = await host.waitForExecutions(id, 2, { timeoutMs: 150_000 });
		const message = first.map((execution) => errorMessage(execution)).join('\n');
		expect(message).toContain('scheduledDateForDelivery');
		expect(message).toContain(`order ${rejected} (`);
		expect(message).toContain(newcomer.code);
		expect(message).toContain(`order ${withoutLines} (`);
		for (const taken of [evening, withoutDay, interrupted]) expect(message).not.toContain(String(taken));
		expect(inTheErp()).toEqual([evening, withoutDay, interrupted].map(referenceOf).sort());
		expectExternalIds();
		expect(orderOf(rejected).externalId).toBeNull();
		const document = documentOf(evening);
		expect(document.values).toMatchObject(becomes);
		expect(erp.linesOf(document)).toEqual(
			items.map(({ product, quantity, price, isReturn }) => ({
				code: product.code,
				quantity: isReturn ? -quantity : quantity,
				price,
			})),
		);

		// The customer is created in the ERP; two orders are deleted, one of which was confirmed there.
		erp.customers.add(newcomer.code);
		erp.confirm(referenceOf(withoutDay));
		for (const order of [evening, withoutDay, withoutLines]) world.delete(order);
		await eventually(
			'the rejected order is taken',
			() => inTheErp().includes(referenceOf(rejected)) && erp.isGone(referenceOf(evening)),
			150_000,
		);
		await host.deactivateWorkflow(id);
		const executions = await host.waitForExecutions(id, 3);
		expect(erp.isGone(referenceOf(withoutDay))).toBe(false);
		expect(executions.map((one) => errorMessage(one)).join()).toContain(`order ${withoutDay} (deleted, but `);
		expect(inTheErp()).not.toContain(referenceOf(withoutLines));
		expectExternalIds();
	}, 600_000);

	function orderOf(id: Identifier) {
		const order = running.world.find(id);
		if (!order) throw new Error(`There is no order ${id}`);
		return order;
	}

	function documentOf(order: Identifier) {
		const [document] = erp.find(erp.referenceField, referenceOf(order));
		if (!document) throw new Error(`The ERP does not have order ${order}`);
		return document;
	}

	/** Each order that the ERP has carries the ERP's number for it. */
	function expectExternalIds(): void {
		for (const { number, values } of erp.documents) {
			const id = String(values[erp.referenceField]).replace('FIELD-', '');
			expect([id, running.world.find(Number(id))?.externalId]).toEqual([id, String(number)]);
		}
	}
});
