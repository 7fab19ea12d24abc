/** The README's first workflow, as it is after each step was followed to the letter: for its test and its picture. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INode, INodePropertyOptions } from 'n8n-workflow';
import { triggerProperties } from '../nodes/SalesOrderIntegration/triggerProperties';
import type { SavedCredential, WorkflowDefinition } from './run/workflows';
import { node, ourNode } from './workflowParts';

const readmeFile = path.resolve(__dirname, '..', 'README.md');

/** What the steps say to enter, word for word. */
export interface FirstWorkflowSteps {
	/** The name of the Data table. */
	readonly table: string;
	/** Its columns, with their types. */
	readonly columns: ReadonlyArray<{ name: string; type: string }>;
	/** How often the trigger polls, in minutes. */
	readonly pollMinutes: number;
	/** Its delivery, as the editor shows it. */
	readonly delivery: string;
	/** The two sides of the condition of If. */
	readonly condition: { left: string; right: string };
	/** The column that finds a row, and the value that it must have. */
	readonly key: { column: string; value: string };
	/** The expression of each column in the upsert. */
	readonly values: Readonly<Record<string, string>>;
	readonly externalId: string;
	/** The only column of the update, and its expression. */
	readonly update: { column: string; value: string };
}

/** Reads the steps of the README. Errors: a step does not say what to enter. */
export function firstWorkflowSteps(readme = readFileSync(readmeFile, 'utf8')): FirstWorkflowSteps {
	const [, text = ''] = /\n## Your first workflow\n([^]*?)\n## /.exec(readme) ?? [];
	const find = (what: string, pattern: RegExp): string[] => {
		const found = pattern.exec(text);
		if (!found) throw new Error(`The first workflow of the README does not say ${what}`);
		return found.slice(1);
	};
	const [table = '', columns = ''] = find(
		'which table',
		/create a table `(\w+)` with the columns (.*?)\. n8n/,
	);
	const [minutes] = find('how often to poll', /_Poll Times_, choose _Every X_, (\d+) _Minutes_/);
	const [delivery = ''] = find('which delivery', /_Delivery_, choose _(.*?)_/);
	const [left = '', right = ''] = find('the condition of If', /condition `({{.*?}})` _is equal to_ `(\w+)`/);
	const [column = '', value = ''] = find('the key', /choose `(\w+)` _equals_ `({{.*?}})`/);
	const [externalId = ''] = find('the external ID', /Enter `({{.*?}})` as _External ID_/);
	const [updated = '', newValue = ''] = find('what to update', /only the column `(\w+)`: `({{.*?}})`/);
	return {
		table,
		columns: [...columns.matchAll(/`(\w+)` \((\w+)\)/g)].map(([, name = '', type = '']) => ({ name, type })),
		pollMinutes: Number(minutes),
		delivery,
		condition: { left, right },
		key: { column, value },
		values: Object.fromEntries(
			[...text.matchAll(/^ +\| `(\w+)` +\| `({{.*}})` +\|$/gm)].map(([, name, from]) => [name, from]),
		) as Record<string, string>,
		externalId,
		update: { column: updated, value: newValue },
	};
}

/** The workflow that these steps build, with the Data table of this ID. */
export function firstWorkflow(
	steps: FirstWorkflowSteps,
	tableId: string,
	credential: SavedCredential,
): WorkflowDefinition {
	const pollTimes = { item: [{ mode: 'everyX', unit: 'minutes', value: steps.pollMinutes }] };
	const rows = (operation: string, values: Readonly<Record<string, string>>): INode['parameters'] => ({
		operation,
		dataTableId: { __rl: true, mode: 'list', value: tableId, cachedResultName: steps.table },
		filters: {
			conditions: [{ keyName: steps.key.column, condition: 'eq', keyValue: `=${steps.key.value}` }],
		},
		columns: { mappingMode: 'defineBelow', value: expressions(values), schema: columnsOf(steps) },
	});
	const delivery = deliveryNamed(steps.delivery);
	const externalId = { operation: 'setExternalId', externalId: `=${steps.externalId}` };
	const conditions = isEqual(steps.condition);
	const update = rows('update', { [steps.update.column]: steps.update.value });
	const at = (x: number, y: number, placed: INode): INode => ({ ...placed, position: [x, y] });
	const nodes = [
		at(0, 100, ourNode('Trigger', 'Sales Order Integration Trigger', { pollTimes, delivery }, credential)),
		at(220, 100, node('n8n-nodes-base.if', 'If', { conditions }, 2.2)),
		at(460, 0, node('n8n-nodes-base.dataTable', 'Upsert row(s)', rows('upsert', steps.values), 1.1)),
		at(700, 0, ourNode('', 'Set External ID', externalId, credential)),
		at(460, 200, node('n8n-nodes-base.dataTable', 'Update row(s)', update, 1.1)),
	];
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	const connections: WorkflowDefinition['connections'] = {
		'Sales Order Integration Trigger': { main: [to('If')] },
		If: { main: [to('Upsert row(s)'), to('Update row(s)')] },
		'Upsert row(s)': { main: [to('Set External ID')] },
	};
	return { name: 'My first workflow', nodes, connections };
}

/** The value of a delivery that the editor shows under a name. */
function deliveryNamed(shown: string): INode['parameters'][string] {
	const options = triggerProperties.find(({ name }) => name === 'delivery')?.options ?? [];
	const option = (options as INodePropertyOptions[]).find(({ name }) => name === shown);
	if (!option) throw new Error(`The trigger has no delivery ${shown}`);
	return option.value;
}

const expressions = (values: Readonly<Record<string, string>>) =>
	Object.fromEntries(Object.entries(values).map(([column, value]) => [column, `=${value}`]));

const columnsOf = ({ columns }: FirstWorkflowSteps) =>
	columns.map(({ name, type }) => ({ id: name, displayName: name, type, display: true, required: false }));

function isEqual({ left, right }: FirstWorkflowSteps['condition']) {
	const operator = { type: 'string', operation: 'equals' };
	return {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
		combinator: 'and',
		conditions: [{ id: 'event', leftValue: `=${left}`, rightValue: right, operator }],
	};
}
