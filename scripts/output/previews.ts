/**
 * The files by which n8n knows what the node gives before it has run: `__schema__/v<version>/<resource>/<operation>.json`.
 *
 * n8n looks for them by the version of the node, its resource and its operation, and by nothing else: so they show
 * the output that is the default. Its editor shows none for triggers; its assistant takes output.json for those.
 */
import { simplifiedColumns } from '../../nodes/SalesOrderIntegration/output/flatRows';
import { userColumns } from '../../nodes/SalesOrderIntegration/output/userRow';
import { columnSchema, userColumnSchema } from './columnTypes';
import { triggerColumns } from './triggerColumns';

type Properties = Record<string, object>;

/** Where the previews stand, from the root of the repository. */
export const previewFolder = 'nodes/SalesOrderIntegration/__schema__';

const orderProperties: Properties = Object.fromEntries(
	simplifiedColumns.map((column) => [column.column, columnSchema(column)]),
);

const userProperties: Properties = Object.fromEntries(
	userColumns.map(({ column }) => [column, userColumnSchema(column)]),
);

/** What Set External ID gives (design 2). */
const externalIdProperties: Properties = {
	id: { type: orderIdTypes() },
	externalId: { type: 'string' },
	updated: { type: 'boolean' },
};

const eventProperties: Properties = Object.fromEntries(
	triggerColumns.map(({ column, schema }) => [column, schema]),
);

/** The text of each file by its path below the preview folder. */
export function previews(): Map<string, string> {
	const files: Record<string, Properties> = {
		'salesOrder/list.json': orderProperties,
		'salesOrder/listDeleted.json': orderProperties,
		'salesOrder/setExternalId.json': externalIdProperties,
		'user/list.json': userProperties,
		'output.json': { ...eventProperties, ...orderProperties },
	};
	return new Map(
		Object.entries(files).map(([file, properties]) => [`v1.0.0/${file}`, jsonText({ properties })]),
	);
}

function orderIdTypes(): string[] {
	const id = simplifiedColumns.find(({ column }) => column === 'id');
	return id ? columnSchema(id).type.filter((type) => type !== 'null') : [];
}

/** As prettier would write it: lists of words stay on one line. */
function jsonText({ properties }: { properties: Properties }): string {
	const text = JSON.stringify({ type: 'object', properties, version: 1 }, null, 2);
	return `${text.replace(/\[\s+([^[\]]*?)\s+\]/g, (_, list: string) => `[${list.replace(/\s*\n\s*/g, ' ')}]`)}\n`;
}
