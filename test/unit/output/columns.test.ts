/** No field of the specification is forgotten, columns are named by rule, and what is generated from them is up to date. */
import { resolve } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
// The very code by which n8n finds and reads a preview.
import { loadOutputSchema } from 'n8n-core/dist/nodes-loader/output-schema-resolver';
import { toRows, userRow } from '../../../nodes/SalesOrderIntegration/output';
import { itemsColumns, lineColumns, orderColumns } from '../../../nodes/SalesOrderIntegration/output/columns';
import { SalesOrderIntegration } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegration.node';
import { columnSchema, leafPaths, type ColumnSchema } from '../../../scripts/output/columnTypes';
import { fullOrder } from './orders';

const root = resolve(__dirname, '../../..');
const nodeFolder = resolve(root, 'nodes/SalesOrderIntegration');

const pathsOf = (columns: typeof orderColumns) => columns.flatMap(({ path = [] }) => path);

describe('the columns', () => {
	test('hold every field of the specification, once', () => {
		const columns = [...pathsOf(orderColumns), ...pathsOf(lineColumns)];
		expect(columns.sort()).toEqual(leafPaths().sort());
	});

	test('have the service’s own names, prefixed by the object they come from; the ID of the order is salesOrderId', () => {
		for (const { column, path: fromOrder } of [...orderColumns, ...lineColumns]) {
			const path = fromOrder?.replace(/^items\./, '');
			if (path === undefined) continue;
			const byRule = path.replace(/\.(.)/g, (_, letter: string) => letter.toUpperCase());
			const ofItem = `item${byRule.charAt(0).toUpperCase()}${byRule.slice(1)}`;
			// Of the fields of a line, those get a prefix that the order has as well.
			const isAmbiguous =
				lineColumns.some((other) => other.column === column) && pathsOf(orderColumns).includes(path);
			const ofOrder = path === 'id' && !isAmbiguous ? 'salesOrderId' : byRule;
			expect(column).toBe(isAmbiguous ? ofItem : ofOrder);
		}
	});

	test.each([
		['simplified', orderColumns],
		['items', itemsColumns],
	])('of %s are all different, and begin with the ID of the order', (_, columns) => {
		const names = columns.map(({ column }) => column);
		expect(names[0]).toBe('salesOrderId');
		expect(names).not.toEqual(expect.arrayContaining(['id']));
		expect(names).not.toEqual(expect.arrayContaining(['orderId']));
		expect(new Set(names).size).toBe(names.length);
	});

	test('are of the types of the wire', () => {
		const schemaOf = (name: string) => {
			const column = itemsColumns.find((candidate) => candidate.column === name);
			return column && columnSchema(column);
		};
		expect(schemaOf('customerId')).toEqual({ type: ['number', 'string', 'null'] });
		expect(schemaOf('dateDeleted')).toEqual({ type: ['string', 'null'], format: 'date-time' });
		expect(schemaOf('externalId')).toEqual({ type: ['string', 'null'] });
		expect(schemaOf('productHasBeenSold')).toEqual({ type: ['boolean', 'null'] });
		expect(schemaOf('price')).toEqual({ type: ['number', 'null'] });
		expect(schemaOf('signedQuantity')).toEqual({ type: ['number', 'null'] });
		expect(schemaOf('discount')).toEqual({ type: ['null', 'string', 'number', 'boolean'] });
	});
});

describe('the output previews', () => {
	const { properties, name: nodeName } = new SalesOrderIntegration().description;
	const choicesOf = (isWanted: (property: INodeProperties) => boolean) =>
		(properties.find(isWanted)?.options ?? []).map(
			(option) => (option as INodePropertyOptions).value as string,
		);
	const operations = choicesOf(({ name }) => name === 'resource').flatMap((resource) =>
		choicesOf(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource) === true,
		).map((operation) => [resource, operation] as const),
	);
	const previewOf = (resource?: string, operation?: string) =>
		loadOutputSchema({
			nodeDir: nodeFolder,
			version: '1.0.0',
			resource,
			operation,
			versionFallback: true,
		}) as { type: string; version: number; properties: Record<string, ColumnSchema> } | undefined;

	test(`are found by n8n for every operation of ${nodeName}`, () => {
		expect(operations).toHaveLength(5);
		for (const [resource, operation] of operations) {
			expect({ resource, operation, preview: previewOf(resource, operation) }).toMatchObject({
				preview: { type: 'object', version: 1, properties: expect.any(Object) },
			});
		}
	});

	test.each(['list', 'listDeleted'])('of %s show just what the default output gives', (operation) => {
		const [row = {}] = toRows(fullOrder(), { output: 'simplified' });
		expectToDescribe(previewOf('salesOrder', operation)?.properties, row);
	});

	test('of List Users show what is known of every user', () => {
		const row = userRow({ id: 5, username: 'maria', name: 'María Pérez', enabled: true });
		expectToDescribe(previewOf('user', 'list')?.properties, row);
	});

	test('of the trigger begin with the event, and are not taken for those of an operation', () => {
		const ofTrigger = Object.keys(previewOf()?.properties ?? {});
		expect(ofTrigger.slice(0, 4)).toEqual(['event', 'delivered', 'delivery', 'salesOrderId']);
		expect(previewOf('salesOrder', 'other')).toBeUndefined();
		expect(ofTrigger).toEqual(expect.arrayContaining(['reason', 'message', 'advice', 'aboutOrderId']));
		expect(ofTrigger).toEqual(expect.arrayContaining(['since', 'until', 'heldBack', 'waiting']));
	});
});

function expectToDescribe(properties: Record<string, ColumnSchema> | undefined, row: object): void {
	expect(Object.keys(properties ?? {})).toEqual(Object.keys(row));
	for (const [column, cell] of Object.entries(row)) {
		expect(properties?.[column]?.type).toContain(cell === null ? 'null' : typeof cell);
	}
}
