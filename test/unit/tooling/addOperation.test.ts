/** The worked example of CONTRIBUTING.md, followed literally: one file and one line make an operation. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { IExecuteFunctions, INodePropertyOptions, INodeType } from 'n8n-workflow';
import type { ItemOperation } from '../../../nodes/SalesOrderIntegration/operations/operation';
import { clientFixture } from '../../support/clientFixture';

const root = resolve(__dirname, '../../..');
/** The indented blocks of code of the section, without their indentation. */
const [file = '', line = ''] = [
	...(
		/## Add an operation\n([\s\S]*?)\n## /.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))?.[1] ??
		''
	).matchAll(/ {3}```ts\n([\s\S]*?) {3}```/g),
].map(([, code = '']) => code.replace(/^ {3}/gm, ''));

let folder: string;

beforeAll(() => {
	mkdirSync(join(root, 'tmp'), { recursive: true });
	folder = mkdtempSync(join(root, 'tmp/example-'));
	cpSync(join(root, 'nodes/SalesOrderIntegration'), folder, { recursive: true });
	writeFileSync(join(folder, 'operations/countUsers.ts'), file);
	const index = join(folder, 'operations/index.ts');
	const before = readFileSync(index, 'utf8');
	const after = before.replace(/^\tuser: \{ name: 'User'.*\n/m, `\t${line}`);
	expect(after).not.toBe(before);
	writeFileSync(index, `import { countUsers } from './countUsers';\n${after}`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the example is offered with its name, action and fields, and in the subtitle', () => {
	const { SalesOrderIntegration } = jest.requireActual<{ SalesOrderIntegration: new () => INodeType }>(
		join(folder, 'SalesOrderIntegration.node.ts'),
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
	const { countUsers } = jest.requireActual<{ countUsers: ItemOperation }>(
		join(folder, 'operations/countUsers.ts'),
	);
	const { client } = clientFixture();
	const context = { getNodeParameter: () => ' FALSE ' } as unknown as IExecuteFunctions;
	expect(await countUsers.eachItem(context, client)(0)).toEqual([{ count: 13 }]);
});
