/**
 * What a user sees in the real editor, in a real browser: what the node panel finds and adds, which columns a node
 * returns before it has run, what the trigger will deliver, and what n8n shows where something is wrong. Skipped on a
 * machine without chromium.
 */
import { existsSync } from 'node:fs';
import type { INode } from 'n8n-workflow';
import type { SavedCredential, WorkflowDefinition } from '../../host';
import { credentialData } from '../../host/serviceHost';
import { previews } from '../../scripts/output/previews';
import { chromiumProgram, Editor } from '../../scripts/pictures/editor';
import { atAnyHour, chain, CREDENTIAL, node, ourNode } from '../../host/workflowParts';
import { duringTests, withEditor } from './support/duringTests';

const inABrowser = existsSync(chromiumProgram) ? describe : describe.skip;

const nothing: WorkflowDefinition = { name: 'Nothing', nodes: [], connections: {} };

inABrowser('the editor', () => {
	const running = duringTests({
		env: withEditor,
		sandbox: { orders: { count: 200, days: 3 }, rateLimit: null },
	});
	let editor: Editor;

	beforeAll(async () => {
		editor = await Editor.start(running.host);
	});
	afterAll(async () => await editor?.close());

	/** Our node, and one after it in which its columns are mapped. */
	const followed = (parameters: INode['parameters'], credential = running.credential) =>
		chain(
			'Followed',
			node('n8n-nodes-base.manualTrigger', 'Start'),
			ourNode('', 'Orders', parameters, credential),
			node('n8n-nodes-base.set', 'Next', {}, 3.4),
		);

	const files = [...previews().keys()].filter((file) => file.includes('/', 'v1.0.0/'.length));
	test.each(files)('shows the next node the columns of %s before anything has run', async (file) => {
		const [, resource = '', operation = ''] = /\/(\w+)\/(\w+)\.json$/.exec(file) ?? [];
		const schema = JSON.parse(previews().get(file) ?? '') as { properties: object };
		await editor.open(followed({ resource, operation, orderId: '1001', externalId: 'SO-1' }));
		const { input } = await editor.openNode('Next');
		await input.getByText('Preview', { exact: true }).waitFor();
		for (const column of Object.keys(schema.properties).slice(0, 10)) {
			await input.getByText(column, { exact: true }).first().waitFor();
		}
		expect(running.sandbox.log.total).toBe(0);
	});

	// n8n joins our two nodes to one entry, with the aliases of the first.
	const ourName = 'Sales Order Integration';
	const ofTheNode = [
		'get many orders',
		'sales order',
		'field sales',
		'ERP',
		'pedidos',
		'external ID',
		'reconcile',
	];
	const ofTheTrigger = ['new order', 'deleted order', 'edited order', 'polling'];
	test('finds our nodes in the node panel by what they are for, and by what the trigger is for', async () => {
		await editor.open(nothing);
		for (const words of [...ofTheNode, ...ofTheTrigger]) {
			const panel = await editor.searchNodes(words);
			const names = await panel.locator('[data-test-id="node-creator-item-name"]').allInnerTexts();
			const found = names.slice(0, 3).map((name) => name.trim());
			expect({ words, found }).toEqual({ words, found: expect.arrayContaining([ourName]) as unknown });
		}
	});

	test.each([
		['into an empty workflow', nothing],
		['beside another trigger', chain('By hand', node('n8n-nodes-base.manualTrigger', 'Start'))],
	])(
		'adds the trigger %s with created and deleted orders, and says what it will deliver and when',
		async (_, workflow) => {
			await editor.open(workflow);
			const panel = await editor.searchNodes('sales order');
			await panel.getByText(ourName).click();
			const triggers = panel.getByText(/^Triggers \(/);
			await triggers.waitFor();
			// The only entry: n8n would offer each option of a field named "Events", and set that option alone.
			expect(await triggers.innerText()).toBe('Triggers (1)');
			const entry = panel.getByText('On new Sales Order Integration event');
			if (!(await entry.isVisible())) await triggers.click();
			await entry.click();
			const { parameters, output } = await editor.nodePanels();
			const chosen = parameters.locator('[data-test-id="parameter-input-events"]').locator('.el-tag');
			expect(await chosen.allInnerTexts()).toEqual(['Order Created', 'Order Deleted']);
			expect(await parameters.innerText()).toContain(
				'come with the next poll, later ones within about an hour',
			);
			const hints = await output.locator('[data-test-id="node-hint"]').allInnerTexts();
			expect(hints.map((hint) => hint.trim())).toEqual([
				'Each poll delivers what is new. If the workflow then fails, its orders do not come again: open the failed execution and choose Retry.',
				"Orders that arrived before you first published the workflow are not delivered. To include them, add the option 'Start From'.",
			]);
		},
	);

	test('says why it does not publish a trigger with a wrong time zone, and publishes it once that is right', async () => {
		const { host, sandbox, service, credential } = running;
		const tokyo = { ...credentialData(sandbox, service), timezone: 'Asia/Tokyo' };
		const published = async (chosen: SavedCredential) => {
			const trigger = ourNode('Trigger', 'Orders', { options: atAnyHour }, chosen);
			const { id } = await editor.open(chain('Published', trigger));
			const answer = await editor.publish();
			await answer.waitFor();
			const text = await answer.innerText();
			await host.deactivateWorkflow(id);
			return text;
		};
		const refused = await published(await host.createCredential(CREDENTIAL, 'Tokyo', tokyo));
		expect(refused).toMatch(
			/could not be published[^]*reads dates[^]*Asia\/Tokyo[^]*Set 'Time Zone' in the credential/,
		);
		expect(await published(credential)).toContain('The trigger is on.');
	});

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
	});
});
