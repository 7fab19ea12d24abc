/**
 * What a user sees in the real editor, in a real browser: which columns a node gives before it has run, and the hint
 * where something looks wrong. Skipped on a machine without chromium.
 */
import { existsSync } from 'node:fs';

import type { INode } from 'n8n-workflow';

import { CREDENTIAL, credentialData, startServiceHost, type ServiceHost } from '../../host/serviceHost';
import { previews } from '../../scripts/output/previews';
import { chromiumProgram, Editor } from '../../scripts/pictures/editor';
import { chain, node, ourNode } from './support/workflows';

const inABrowser = existsSync(chromiumProgram) ? describe : describe.skip;

inABrowser('the editor', () => {
	let running: ServiceHost;
	let editor: Editor;

	beforeAll(async () => {
		running = await startServiceHost({ sandbox: { orders: { count: 200, days: 3 }, rateLimit: null } });
		editor = await Editor.start(running.host);
	}, 900_000);
	afterAll(async () => {
		await editor?.close();
		await running?.stop();
	}, 60_000);

	/** Our node, and one after it in which its columns are mapped. */
	const followed = (parameters: INode['parameters'], credential = running.credential) => {
		const place = (placed: INode, x: number): INode => ({ ...placed, position: [x, 0] });
		return chain(
			'Followed',
			node('n8n-nodes-base.manualTrigger', 'Start'),
			place(ourNode('', 'Orders', parameters, credential), 250),
			place(node('n8n-nodes-base.set', 'Next', {}, 3.4), 500),
		);
	};

	test.each([...previews().keys()].filter((file) => file.includes('/', 'v1.0.0/'.length)))(
		'shows the next node the columns of %s before anything has run',
		async (file) => {
			const [, resource = '', operation = ''] = /\/(\w+)\/(\w+)\.json$/.exec(file) ?? [];
			const schema = JSON.parse(previews().get(file) ?? '') as { properties: object };
			await editor.open(followed({ resource, operation, orderId: '1001', externalId: 'SO-1' }));
			const { input } = await editor.openNode('Next');
			await input.getByText('Preview', { exact: true }).waitFor();
			for (const column of Object.keys(schema.properties).slice(0, 10)) {
				await input.getByText(column, { exact: true }).first().waitFor();
			}
			expect(running.sandbox.log.total).toBe(0);
		},
		120_000,
	);

	test('shows what looks wrong with the time zone beside the orders', async () => {
		const { host, sandbox, service } = running;
		const wrongZone = await host.createCredential(CREDENTIAL, 'Wrong', {
			...credentialData(sandbox, service),
			timezone: 'America/Sao_Paulo',
		});
		// Orders are made by day: there are none to tell in which hours of the night the window ended.
		const noon = (daysAgo: number) =>
			`={{ $now.setZone('America/Mexico_City').startOf('day').minus({ days: ${daysAgo} }).plus({ hours: 12 }) }}`;
		const window = { start: noon(2), end: noon(1) };
		const list = { resource: 'salesOrder', operation: 'list', ...window };
		await editor.execute(await editor.open(followed(list, wrongZone)));
		const { output } = await editor.openNode('Orders');
		await output.getByText('America/Sao_Paulo').first().waitFor();
		expect(await output.innerText()).toMatch(/time zone/i);
	}, 120_000);
});
