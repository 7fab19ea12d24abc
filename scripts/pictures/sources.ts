/**
 * What each picture of docs/pictures shows, as text that needs no browser: a picture is out of date when this text is
 * no longer what it was when the picture was taken.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { SalesOrderIntegrationApi } from '../../credentials/SalesOrderIntegrationApi.credentials';
import { defaultN8nVersion } from '../../host/install/n8nVersions';
import { firstWorkflowSteps } from '../../host/firstWorkflow';
import { zoneAdvice } from '../../nodes/SalesOrderIntegration/dates/zoneCheck';
import { operationProperties, subtitle } from '../../nodes/SalesOrderIntegration/operations';
import { triggerProperties } from '../../nodes/SalesOrderIntegration/triggerProperties';
import { canonical } from '../contract/canonicalJson';
import { itemsColumns, orderColumns } from '../../nodes/SalesOrderIntegration/output/columns';
import { previews } from '../output/previews';

export const picturesFolder = path.resolve(__dirname, '../../docs/pictures');
/** Where the fingerprint of each picture is kept when it is taken. */
export const fingerprintsFile = path.join(picturesFolder, 'fingerprints.json');

/** The fields of an operation on sales orders. */
const fieldsOf = (operation: string): INodeProperties[] =>
	operationProperties.filter(({ displayOptions }) => {
		const { resource, operation: operations } = displayOptions?.show ?? {};
		return (
			resource === undefined || (resource.includes('salesOrder') && operations?.includes(operation) !== false)
		);
	});

/** The hint about a wrong time zone. */
function zoneHint(): string {
	return zoneAdvice('America/Sao_Paulo', ['America/Mexico_City'], Date.UTC(2026, 6, 14, 18));
}

/** What the pictures show, by name. */
const shown = {
	workflow: () => [firstWorkflowSteps(), subtitle, triggerProperties, icons()],
	trigger: () => triggerProperties,
	node: () => [fieldsOf('list'), orderColumns],
	outputs: () => [orderColumns, itemsColumns],
	credential: () => new SalesOrderIntegrationApi().properties,
	hint: () => [zoneHint(), orderColumns],
	reconcile: () => [fieldsOf('reconcile'), previews().get('v1.0.0/salesOrder/reconcile.json')],
	preview: () => previews().get('v1.0.0/salesOrder/list.json'),
};

export type PictureName = keyof typeof shown;

/** The names of all pictures. */
export const pictureNames = Object.keys(shown) as PictureName[];

const icons = () =>
	['', '.dark'].map((look) =>
		readFileSync(
			path.resolve(__dirname, `../../nodes/SalesOrderIntegration/salesOrderIntegration${look}.svg`),
			'utf8',
		),
	);

/** The fingerprint of what each picture shows now, the version of n8n and how the pictures are taken included. */
export function fingerprints(): Record<string, string> {
	const scenes = readFileSync(path.join(__dirname, 'scenes.ts'), 'utf8');
	return Object.fromEntries(
		pictureNames.map((name) => [name, fingerprint([defaultN8nVersion, scenes, shown[name]()])]),
	);
}

/** What stands in tooltips, and what only n8n's assistant reads, is in no picture. */
const inNoPicture = new Set(['description', 'builderHint']);

function fingerprint(value: unknown): string {
	const text = JSON.stringify(canonical(value), (key, inner: unknown) =>
		inNoPicture.has(key) ? undefined : inner,
	);
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
