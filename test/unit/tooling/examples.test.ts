/** What can be said of the examples without running n8n. The rest: test/host/examples*.test.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';

import type { WorkflowDefinition } from '../../../host/run/workflows';
import { SalesOrderIntegration } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegration.node';
import { SalesOrderIntegrationTrigger } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegrationTrigger.node';

const folder = path.resolve(__dirname, '../../../examples');
const examples = readdirSync(folder).map((file) => ({
	file,
	...(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as WorkflowDefinition),
}));

const PREFIX = 'n8n-nodes-sales-order-integration.';
const descriptions: Record<string, INodeTypeDescription> = {
	[`${PREFIX}salesOrderIntegration`]: new SalesOrderIntegration().description,
	[`${PREFIX}salesOrderIntegrationTrigger`]: new SalesOrderIntegrationTrigger().description,
};
const isTrigger = ({ type }: INode) => type === `${PREFIX}salesOrderIntegrationTrigger`;
const withTrigger = examples.filter(({ nodes }) => nodes.some(isTrigger));

/** The nodes that follow `name`, by output. */
const after = ({ connections }: WorkflowDefinition, name: string): string[][] =>
	(connections[name]?.main ?? []).map((targets) => (targets ?? []).map(({ node }) => node));

/** All nodes that can be reached from `names`, these included. */
function reachable(example: WorkflowDefinition, names: string[]): Set<string> {
	const reached = new Set(names);
	for (const name of reached) for (const next of after(example, name).flat()) reached.add(next);
	return reached;
}

describe.each(examples)('$file', (example) => {
	const { nodes, connections } = example;
	const named = new Map(nodes.map((node) => [node.name, node]));

	test('has a note, distinct nodes, and connections between nodes that exist', () => {
		expect(nodes.some(({ type }) => type === 'n8n-nodes-base.stickyNote')).toBe(true);
		expect(named.size).toBe(nodes.length);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
		const mentioned = Object.keys(connections).flatMap((name) => [name, ...after(example, name).flat()]);
		expect(mentioned.filter((name) => !named.has(name))).toEqual([]);
	});

	test('refers only to nodes that exist', () => {
		const text = JSON.stringify(nodes.map(({ parameters }) => parameters));
		const references = [...text.matchAll(/\$\('([^']+)'\)/g)].map(([, name]) => name ?? '');
		expect(references.filter((name) => !named.has(name))).toEqual([]);
	});

	test('sets only parameters that the nodes of this package have', () => {
		for (const { name, type, typeVersion, parameters } of nodes) {
			const description = descriptions[type];
			if (!description) continue;
			const values = NodeHelpers.getNodeParameters(
				description.properties,
				parameters,
				true,
				false,
				{ typeVersion },
				description,
			);
			const own = { ...parameters };
			delete own.pollTimes;
			expect({ name, ...values }).toMatchObject({ name, ...own });
		}
	});

	test('takes the order ID from salesOrderId, or from the id of an order as sent', () => {
		const isRaw = nodes.some((node) => node.parameters.output === 'raw');
		for (const { parameters } of nodes.filter((node) => node.parameters.operation === 'setExternalId')) {
			const { value } = parameters.orderId as { value: string };
			expect(value).toMatch(isRaw ? /\.first\(\)\.json\.id }}$/ : /\.salesOrderId }}$/);
		}
	});
});

describe.each(withTrigger)('$file, which has a trigger,', (example) => {
	const { nodes } = example;
	const named = new Map(nodes.map((node) => [node.name, node]));
	const trigger = nodes.find(isTrigger);
	if (!trigger) throw new Error('It has none');
	const events = trigger.parameters.events as string[];

	test('is told of deletions and of what needs attention', () => {
		expect(events).toEqual(expect.arrayContaining(['deleted', 'attention']));
	});

	test('separates the events before anything else happens', () => {
		const [next = []] = after(example, trigger.name);
		expect(next).toHaveLength(1);
		const first = named.get(next[0] ?? '');
		expect(first?.type).toMatch(/\.(switch|if)$/);
		expect(JSON.stringify(first?.parameters)).toContain('$json.event');
	});

	test('lets attention fail an execution, with its message and advice, and stores nothing of it', () => {
		const [first = ''] = after(example, trigger.name).flat();
		const branch = after(example, first).find((targets) => targets.includes('Tell Someone')) ?? [];
		expect([...reachable(example, branch)]).toEqual(['Tell Someone']);
		expect(named.get('Tell Someone')?.type).toBe('n8n-nodes-base.stopAndError');
		expect(String(named.get('Tell Someone')?.parameters.errorMessage)).toMatch(/json\.message.*json\.advice/);
	});
});
