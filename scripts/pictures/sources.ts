/**
 * What is visible in each picture of docs/pictures, as text that needs no browser: a picture is out of date when this
 * text is no longer what it was when the picture was taken. Only the release insists on fresh pictures.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { SalesOrderIntegrationApi } from '../../credentials/SalesOrderIntegrationApi.credentials';
import { defaultN8nVersion } from '../../host/install/n8nVersions';
import { firstWorkflowSteps } from '../../host/firstWorkflow';
import { zoneAdvice } from '../../nodes/SalesOrderIntegration/dates/zoneCheck';
import { operationProperties, subtitle } from '../../nodes/SalesOrderIntegration/operations';
import { outputProperties } from '../../nodes/SalesOrderIntegration/output/properties';
import { eventSubtitle, triggerProperties } from '../../nodes/SalesOrderIntegration/triggerProperties';
import { type Column, itemsColumns, orderColumns } from '../../nodes/SalesOrderIntegration/output/columns';
import { previews } from '../output/previews';
import { triggerColumns } from '../output/triggerColumns';

export const picturesFolder = path.resolve(__dirname, '../../docs/pictures');
/** Where the fingerprint of each picture is kept when it is taken. */
const fingerprintsFile = path.join(picturesFolder, 'fingerprints.json');

/** The hint about a wrong time zone. */
function zoneHint(): string {
	return zoneAdvice('America/Sao_Paulo', ['America/Mexico_City'], Date.UTC(2026, 6, 14, 18));
}

/**
 * What a panel with these values shows of its fields: no tooltips, of the choices only the chosen one, and of a
 * collection only its name, unless it is the opened one.
 */
function visible(properties: INodeProperties[], given: INodeParameters = {}, opened?: string): unknown[] {
	const node = { typeVersion: 1 };
	const values = { ...given, ...NodeHelpers.getNodeParameters(properties, given, true, false, node, null) };
	return properties
		.filter((property) => NodeHelpers.displayParameter(values, property, node, null))
		.map(({ displayName, name, type, hint, placeholder, required, default: value, options = [] }) => {
			const chosen = options.filter((option) => 'value' in option && [value].flat().includes(option.value));
			const inner =
				type === 'collection' && name === opened ? visible(options as INodeProperties[], values) : [];
			return [displayName, hint, placeholder, required, value, chosen.map((option) => option.name), inner];
		});
}

const fieldsOf = (operation: string) => visible(operationProperties, { resource: 'salesOrder', operation });
const names = (columns: readonly Column[]) => columns.map(({ column }) => column);

/** What the pictures show, by name. */
const shown = {
	workflow: () => [firstWorkflowSteps(), subtitle, eventSubtitle, icons()],
	trigger: () => visible(triggerProperties, { delivery: 'untilExternalId' }, 'options'),
	delivered: () => [triggerColumns, names(orderColumns)],
	node: () => [fieldsOf('list'), names(orderColumns)],
	outputs: () => [outputProperties[0]?.options, names(orderColumns), names(itemsColumns)],
	credential: () => visible(new SalesOrderIntegrationApi().properties),
	hint: () => [zoneHint(), names(orderColumns)],
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

/** How a picture is taken: its part of scenes.ts. */
function sceneOf(name: PictureName): string {
	const scenes = readFileSync(path.join(__dirname, 'scenes.ts'), 'utf8');
	const [, scene] = new RegExp(`\n\t${name}: (.*?)\n\t},\n`, 's').exec(scenes) ?? [];
	if (scene === undefined) throw new Error(`scenes.ts has no scene "${name}"`);
	return scene;
}

/** The fingerprint of what a picture shows now, of how it is taken, and of the n8n that it shows. */
export function fingerprintOf(name: PictureName): string {
	const text = JSON.stringify([defaultN8nVersion, sceneOf(name), shown[name]()]);
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The fingerprints that the pictures had when they were taken. */
export function takenFingerprints(): Record<string, string> {
	return JSON.parse(readFileSync(fingerprintsFile, 'utf8')) as Record<string, string>;
}

/** Notes that a picture was taken. */
export function noteTaken(name: PictureName): void {
	const taken = { ...takenFingerprints(), [name]: fingerprintOf(name) };
	const inOrder = Object.fromEntries(pictureNames.map((each) => [each, taken[each]]));
	writeFileSync(fingerprintsFile, `${JSON.stringify(inOrder, null, 2)}\n`);
}

/** The pictures that no longer show what the editor shows. */
export function stalePictures(taken = takenFingerprints()): PictureName[] {
	return pictureNames.filter((name) => taken[name] !== fingerprintOf(name));
}
