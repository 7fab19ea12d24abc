/** The examples that write into an ERP, in a real n8n; the ERP is a stand-in that speaks its protocol. */
import Fastify, { type FastifyInstance } from 'fastify';

import { withParameters } from '../../host';
import { everyMinute, ExampleHost } from './support/exampleHost';

let running: ExampleHost;
beforeAll(async () => {
	running = await ExampleHost.start();
}, 900_000);
afterAll(async () => await running?.stop(), 60_000);

describe('deletions-to-erp', () => {
	let erp: FastifyInstance;
	let erpUrl: string;
	const cancelled: string[] = [];
	beforeAll(async () => {
		erp = Fastify();
		erp.post<{ Params: { id: string } }>('/orders/:id/cancel', ({ params }) => {
			cancelled.push(params.id);
			return { status: 'cancelled' };
		});
		erpUrl = await erp.listen({ port: 0, host: '127.0.0.1' });
	});
	afterAll(async () => await erp?.close());

	test('cancels the document of each deleted order that reached the ERP, and no other', async () => {
		const { host, world } = running;
		const definition = withParameters(await running.example('deletions-to-erp'), 'ERP', (parameters) => {
			const text = JSON.stringify(parameters);
			return JSON.parse(text.replace('https://erp.example.com', erpUrl));
		});
		const { id } = await host.createWorkflow(everyMinute(definition, 'Order Deleted'));
		await host.activateWorkflow(id);
		const [known, other] = [world.add(), world.add()];
		world.setExternalId(known, 'SO/2026 7');
		world.delete(known);
		world.delete(other);
		await running.waitForSuccess(id, 1);
		await host.deactivateWorkflow(id);
		expect(cancelled).toEqual(['SO/2026 7']);
	}, 240_000);
});
