/** What can be said of the examples without running n8n. The rest: test/host/examples*.test.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import type { INode } from 'n8n-workflow';
import type { WorkflowDefinition } from '../../../host/run/workflows';
import { toRows } from '../../../nodes/SalesOrderIntegration/output';

const folder = path.resolve(__dirname, '../../../examples');
const examples = readdirSync(folder).map((file) => ({
	file,
	...(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as WorkflowDefinition),
}));

const PREFIX = 'n8n-nodes-sales-order-integration.';
const isTrigger = ({ type }: INode) => type === `${PREFIX}salesOrderIntegrationTrigger`;
const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';
const callsWorkflow = ({ type }: INode) => type === 'n8n-nodes-base.executeWorkflow';

/** The nodes that follow `name`, by output. */
const after = ({ connections }: WorkflowDefinition, name: string): string[][] =>
	(connections[name]?.main ?? []).map((targets) => (targets ?? []).map(({ node }) => node));

describe.each(examples)('$file', (example) => {
	const { file, nodes } = example;
	const names = new Set(nodes.map(({ name }) => name));
	const notes = nodes.filter(isNote);

	test('refers only to nodes that exist, in expressions and in notes', () => {
		const text = JSON.stringify(nodes.map(({ parameters }) => parameters));
		const references = [...text.matchAll(/\$\('([^']+)'\)/g)].map(([, name = '']) => name);
		const labels = [...text.matchAll(/"fieldLabel":"([^"]+)"/g)].map(([, label = '']) => label);
		// Names are in bold; so are a few sentences, which end in a punctuation mark.
		const inNotes = notes.flatMap((note) =>
			[...String(note.parameters.content).matchAll(/\*\*([A-Z][^*]{0,40}[^*.:,])\*\*/g)].map(
				([, name = '']) => name,
			),
		);
		const known = new Set([...names, ...labels]);
		expect([...references, ...inNotes].filter((name) => !known.has(name))).toEqual([]);
	});

	test('says in numbered steps what to change first', () => {
		expect(String(notes[0]?.parameters.content)).toMatch(/\n1\. .*\n2\. /);
	});

	test('holds nothing of the n8n that it was made in: no credentials, no data, no addresses', () => {
		expect(Object.keys(example).sort()).toEqual(['connections', 'file', 'name', 'nodes', 'settings']);
		expect(example.settings).toEqual({ executionOrder: 'v1' });
		for (const { credentials = {} } of nodes)
			for (const { id, name } of Object.values(credentials))
				expect({ id, name }).toEqual({ id: 'choose-yours', name: expect.any(String) });
		const text = JSON.stringify(nodes);
		const hosts = [...text.matchAll(/https?:\/\/([^/"\s]+)/g)].map(([, host]) => host);
		expect(hosts.filter((host) => !host?.endsWith('.example.com'))).toEqual([]);
		expect(text).not.toMatch(/Bearer|[\w.]+@[\w.]+\.\w+|\d+\.\d+\.\d+\.\d+/);
	});

	test('calls only itself or a sub-workflow that the user chooses, once for all items', () => {
		for (const { parameters } of nodes.filter(callsWorkflow)) {
			const { value } = parameters.workflowId as { value: string };
			expect(['', '={{ $workflow.id }}']).toContain(value);
			expect(parameters.mode).toBe('once');
			expect(parameters.source).toBe('database');
		}
	});

	test('tells somebody by an execution that fails, and does nothing else then', () => {
		for (const { name, type } of nodes.filter((node) => node.name === 'Tell Someone'))
			expect([type, after(example, name)]).toEqual(['n8n-nodes-base.stopAndError', []]);
	});

	test('takes the order ID from salesOrderId, or from the id of an order as sent', () => {
		const isRaw = file.startsWith('process-order');
		for (const { parameters } of nodes.filter((node) => node.parameters.operation === 'setExternalId')) {
			const { value } = parameters.orderId as { value: string };
			expect(value).toMatch(isRaw ? /^={{ \$\('.*'\)\.(first\(\)|item)\.json\.id }}$/ : /\.salesOrderId }}$/);
		}
	});
});

const processing = examples.filter(({ file }) => file.startsWith('process-order'));
describe.each(processing)('$file, which processes orders,', (example) => {
	test('is called with orders as they are, and sets the external ID after everything else', () => {
		const called = example.nodes.find(({ type }) => type.endsWith('.executeWorkflowTrigger'));
		expect(called?.parameters).toEqual({ inputSource: 'passthrough' });
		expect(example.nodes.some(isTrigger)).toBe(false);
		const following = new Set(after(example, 'Set External ID').flat());
		expect([...following].filter((name) => !['Done', 'Not Done'].includes(name))).toEqual([]);
	});
});

test('lines-to-import-file keeps a line whose number is 0 or missing, and leaves out an order without lines', () => {
	const { nodes = [] } = examples.find(({ file }) => file === 'lines-to-import-file.json') ?? {};
	const filter = JSON.stringify(nodes.find(({ name }) => name === 'Has a Line?')?.parameters);
	const [, condition = ''] = /"={{ ([^}]*) }}"/.exec(filter) ?? [];
	const orders = [{ id: 1, items: [{ id: 0 }, {}] }, { id: 2, items: [] }, { id: 3 }];
	const rows = orders.flatMap((order) => toRows(order, { output: 'items' }));
	const kept = rows.filter(($json) => runInNewContext(condition, { $json }) as boolean);
	expect(kept.map(({ salesOrderId }) => salesOrderId)).toEqual([1, 1]);
});
