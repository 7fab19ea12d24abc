/** The worked examples of CONTRIBUTING.md, followed literally: an operation is one file and one line, an event two. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { IExecuteFunctions, INodePropertyOptions, INodeType } from 'n8n-workflow';
import type { Operation } from '../../../nodes/SalesOrderIntegration/operations/operation';
import type * as PollWithState from '../../../nodes/SalesOrderIntegration/trigger/pollWithState';
import type { TriggerSettings } from '../../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { clientFixture } from '../../support/clientFixture';
import { pollEnvironment } from '../../support/pollEnvironment';
import { MINUTE } from '../../support/time';
import { defaultSettings } from '../../support/triggerSettings';

const root = resolve(__dirname, '../../..');

interface Example {
	/** Where its first block of code goes. */
	file: string;
	/** Where its second block of code goes, one line. */
	index: string;
	/** What that line takes the place of. */
	replaced: RegExp;
	/** The import that the line needs. */
	imported: string;
}

/** Copies the sources with an example for the tests of a block, inside the project, so that packages are found. */
function sourcesWith(section: string, { file, index, replaced, imported }: Example) {
	let folder = '';
	beforeAll(() => {
		const [code = '', line = ''] = blocksOf(section);
		mkdirSync(join(root, 'tmp'), { recursive: true });
		folder = mkdtempSync(join(root, 'tmp/example-'));
		cpSync(join(root, 'nodes/SalesOrderIntegration'), folder, { recursive: true });
		writeFileSync(join(folder, file), code);
		const before = readFileSync(join(folder, index), 'utf8');
		const after = before.replace(replaced, line);
		expect(after).not.toBe(before);
		writeFileSync(join(folder, index), `${imported}\n${after}`);
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	return <Module extends object>(source: string) => jest.requireActual<Module>(join(folder, source));
}

/** The indented blocks of code of a section, without their indentation. */
function blocksOf(section: string): string[] {
	const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
	const [, found = ''] = new RegExp(`## ${section}\n([\\s\\S]*?)\n## `).exec(text) ?? [];
	return [...found.matchAll(/ {3}```ts\n([\s\S]*?) {3}```/g)].map(([, code = '']) =>
		code.replace(/^ {3}/gm, ''),
	);
}

describe('Add an operation', () => {
	const load = sourcesWith('Add an operation', {
		file: 'operations/countUsers.ts',
		index: 'operations/index.ts',
		replaced: /(?<=^\t)user: \{ name: 'User'.*\n/m,
		imported: "import { countUsers } from './countUsers';",
	});

	test('the example is offered with its name, action and fields, and in the subtitle', () => {
		const { SalesOrderIntegration } = load<{ SalesOrderIntegration: new () => INodeType }>(
			'SalesOrderIntegration.node.ts',
		);
		const { properties, subtitle } = new SalesOrderIntegration().description;
		const options = properties
			.filter(({ name }) => name === 'operation')
			.flatMap((property) => property.options as INodePropertyOptions[]);
		expect(options).toContainEqual(
			expect.objectContaining({ name: 'Count Users', value: 'count', action: 'Count users' }),
		);
		expect(properties).toContainEqual(
			expect.objectContaining({
				name: 'onlyEnabled',
				displayOptions: { show: { resource: ['user'], operation: ['count'] } },
			}),
		);
		expect(subtitle).toContain('"user:count":"Count Users"');
	});

	test('the example runs', async () => {
		const { countUsers } = load<{ countUsers: Operation }>('operations/countUsers.ts');
		const { client } = clientFixture();
		const context = { getNodeParameter: () => ' FALSE ' } as unknown as IExecuteFunctions;
		expect(await countUsers.eachItem(context, client)(0)).toEqual([{ json: { count: 13 } }]);
	});
});

describe('Add an event', () => {
	const load = sourcesWith('Add an event', {
		file: 'trigger/events/returned.ts',
		index: 'trigger/events/index.ts',
		replaced: /^export const orderEvents: .* = \{/m,
		imported: "import { returned } from './returned';",
	});
	const settings = { ...defaultSettings, events: ['created', 'returned'] } as unknown as TriggerSettings;

	test('the example is offered under Start Workflow On, and named in the subtitle', () => {
		const { SalesOrderIntegrationTrigger } = load<{ SalesOrderIntegrationTrigger: new () => INodeType }>(
			'SalesOrderIntegrationTrigger.node.ts',
		);
		const { properties, subtitle } = new SalesOrderIntegrationTrigger().description;
		const options = properties.find(({ name }) => name === 'events')?.options as INodePropertyOptions[];
		expect(options).toContainEqual(
			expect.objectContaining({ name: 'Order with Returns', value: 'returned' }),
		);
		expect(subtitle).toContain('"returned":"Order with Returns"');
	});

	test('the example is delivered once, instead of created', async () => {
		const { pollWithState } = load<typeof PollWithState>('trigger/pollWithState.ts');
		const { timing, sandbox, client } = clientFixture();
		const [nodeData, environment] = [{}, pollEnvironment()];
		const poll = async () => {
			timing.current += MINUTE;
			const polling = { ...client, deadline: timing.now() + 36_000 };
			const items = await pollWithState(
				{ ...environment, client: polling, settings, nodeData },
				(found) => found,
			);
			return items.map((item) => ('order' in item ? `${item.event} ${item.id}` : item.message));
		};
		expect(await poll()).toEqual([]);
		const [bought = 0, brought = 0] = [1, 2].map(() => sandbox.world.add());
		const lines = sandbox.world.find(brought)?.items ?? [];
		sandbox.world.edit(brought, { items: lines.map((line) => ({ ...line, isReturn: true })) });
		sandbox.world.edit(bought, { items: lines.map((line) => ({ ...line, isReturn: false })) });
		expect(await poll()).toEqual([`created ${bought}`, `returned ${brought}`]);
		expect(await poll()).toEqual([]);
	});
});
