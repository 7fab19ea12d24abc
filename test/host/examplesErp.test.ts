/** The examples that write into an ERP, in a real n8n; the ERP is a stand-in that speaks its protocol. */
import Fastify, { type FastifyInstance } from 'fastify';
import type { INode } from 'n8n-workflow';

import { errorMessage, withParameters, type WorkflowDefinition } from '../../host';
import { everyMinute, ExampleHost } from './support/exampleHost';

let running: ExampleHost;
beforeAll(async () => {
	running = await ExampleHost.start();
}, 900_000);
afterAll(async () => await running?.stop(), 60_000);

describe('deletions-to-erp', () => {
	let erp: FastifyInstance;
	let definition: WorkflowDefinition;
	const tries: string[] = [];
	/** Documents that the ERP does not let go, such as one that was invoiced. */
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
		definition = everyMinute({ ...imported, nodes: inAHurry }, 'Order Deleted');
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
