/**
 * The files by which n8n knows the output of a node before it has run: `__schema__/v<version>/<resource>/<operation>.json`,
 * and `__schema__/v<version>.json` for the trigger, which has neither. The editor shows no preview of a trigger: that one
 * is for n8n's AI assistant.
 *
 * n8n looks for them by the version of the node, its resource and its operation, and by nothing else: so they show
 * the output that is the default.
 */
import { orderColumns, userColumns } from '../../nodes/SalesOrderIntegration/output/columns';
import { columnSchema, userColumnSchema } from './columnTypes';
import { attentionColumns, summaryColumns, triggerColumns, type TriggerColumn } from './triggerColumns';

type Properties = Record<string, object>;

/** Where the previews stand, from the root of the repository. */
export const previewFolder = 'nodes/SalesOrderIntegration/__schema__';

const orderProperties: Properties = Object.fromEntries(
	orderColumns.map((column) => [column.column, columnSchema(column)]),
);

const userProperties: Properties = Object.fromEntries(
	userColumns.map((column) => [column, userColumnSchema(column)]),
);

/** What Set External ID gives (design 2). */
const externalIdProperties: Properties = {
	salesOrderId: { type: orderIdTypes() },
	externalId: { type: 'string' },
	updated: { type: 'boolean' },
};

/** What Reconcile Sales Orders puts before the columns of the order (design 2). */
const findingProperties: Properties = {
	difference: { type: 'string' },
	explanation: { type: 'string' },
	key: { type: ['string', 'null'] },
	amount: { type: ['number', 'null'] },
	totalSales: { type: ['number', 'null'] },
};

const eventProperties = propertiesOf(triggerColumns);
const reportProperties = propertiesOf([...attentionColumns, ...summaryColumns]);

function propertiesOf(columns: readonly TriggerColumn[]): Properties {
	return Object.fromEntries(columns.map(({ column, schema }) => [column, schema]));
}

/** The text of each file by its path below the preview folder. */
export function previews(): Map<string, string> {
	const files: Record<string, Properties> = {
		'v1.0.0/salesOrder/list.json': orderProperties,
		'v1.0.0/salesOrder/listDeleted.json': orderProperties,
		'v1.0.0/salesOrder/reconcile.json': { ...findingProperties, ...orderProperties },
		'v1.0.0/salesOrder/setExternalId.json': externalIdProperties,
		'v1.0.0/user/list.json': userProperties,
		// The summary counts in columns that orders have too: those of orders win, and come first.
		'v1.0.0.json': { ...eventProperties, ...orderProperties, ...reportProperties, ...orderProperties },
	};
	return new Map(Object.entries(files).map(([file, properties]) => [file, jsonText({ properties })]));
}

function orderIdTypes(): string[] {
	const [id] = orderColumns;
	return id ? columnSchema(id).type.filter((type) => type !== 'null') : [];
}

function jsonText({ properties }: { properties: Properties }): string {
	return `${JSON.stringify({ type: 'object', properties, version: 1 }, null, '\t')}\n`;
}
