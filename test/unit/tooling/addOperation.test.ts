/** The worked example of CONTRIBUTING.md, followed literally: one file and one line make an operation. */
import type { IExecuteFunctions, INodePropertyOptions, INodeType } from 'n8n-workflow';
import type { Operation } from '../../../nodes/SalesOrderIntegration/operations/operation';
import { clientFixture } from '../../support/clientFixture';
import { SourcesWithExample } from './sourcesWithExample';

const sources = new SourcesWithExample('Add an operation', {
	file: 'operations/countUsers.ts',
	index: 'operations/index.ts',
	replaced: /(?<=^\t)user: \{ name: 'User'.*\n/m,
	imported: "import { countUsers } from './countUsers';",
});

beforeAll(() => sources.write());
afterAll(() => sources.remove());

test('the example is offered with its name, action and fields, and in the subtitle', () => {
	const { SalesOrderIntegration } = sources.require<{ SalesOrderIntegration: new () => INodeType }>(
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
	const { countUsers } = sources.require<{ countUsers: Operation }>('operations/countUsers.ts');
	const { client } = clientFixture();
	const context = { getNodeParameter: () => ' FALSE ' } as unknown as IExecuteFunctions;
	expect(await countUsers.eachItem(context, client)(0)).toEqual([{ json: { count: 13 } }]);
});
