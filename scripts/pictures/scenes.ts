/** What each picture of docs/pictures shows, set up in the real editor. */
import type { INode, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Locator } from 'playwright-core';
import type { SavedCredential, WorkflowDefinition } from '../../host';
import { firstWorkflow, firstWorkflowSteps } from '../../host/firstWorkflow';
import { credentialData, type ServiceHost } from '../../host/serviceHost';
import { chain as inARow, CREDENTIAL, node as nodeOf, ourNode } from '../../host/workflowParts';
import { outputProperties } from '../../nodes/SalesOrderIntegration/output/properties';
import { triggerProperties } from '../../nodes/SalesOrderIntegration/triggerProperties';
import type { Area, Editor } from './editor';

/** Where the pictures are taken. */
export interface Studio {
	readonly editor: Editor;
	readonly running: ServiceHost;
	/** The credential that the pictures show. */
	readonly credential: SavedCredential;
}

/** Sets up a picture and gives the area to take; `part` takes a part of one that is made of several. */
type Scene = (
	studio: Studio,
	part: (title: string, area: Area) => Promise<void>,
) => Promise<Area | undefined>;

const node = (name: string, type: string, parameters?: INode['parameters'], version?: number): INode =>
	nodeOf(type, name, parameters, version);

const byHand = node('By Hand', 'n8n-nodes-base.manualTrigger');

const ours = (name: string, kind: '' | 'Trigger', parameters: INode['parameters'], saved: SavedCredential) =>
	ourNode(kind, name, parameters, saved);

const list = (parameters: INode['parameters'], credential: SavedCredential) =>
	inARow('Orders', byHand, ours('List Sales Orders', '', { operation: 'list', ...parameters }, credential));

/** Runs a workflow and opens one of its nodes. */
async function run(editor: Editor, workflow: WorkflowDefinition, name: string) {
	await editor.execute(await editor.open(workflow));
	return await editor.openNode(name);
}

/** The upper part of an area. */
const top = (area: Area, height: number): Area => ({ ...area, height: Math.min(area.height, height) });

const seen = async (part: Locator) => await part.first().waitFor();

export const scenes = {
	workflow: async ({ editor, running: { host }, credential }) => {
		const steps = firstWorkflowSteps();
		const { id: project } = await host.request<{ id: string }>('GET', '/projects/personal');
		const { table: name, columns } = steps;
		const tables = `/projects/${project}/data-tables`;
		const { id } = await host.request<{ id: string }>('POST', tables, { name, columns });
		await editor.resize(1200, 720);
		await editor.open(firstWorkflow(steps, id, credential));
		return await editor.areaOf([editor.canvasNodes()], 100);
	},

	trigger: async ({ editor, credential }, part) => {
		const parameters = {
			pollTimes: { item: [{ mode: 'everyX', unit: 'minutes', value: 10 }] },
			// With it, the editor offers every option.
			delivery: 'untilExternalId',
			options: allTriggerOptions(),
		};
		await editor.resize(1500, 1700);
		await editor.open(inARow('Orders', ours('New and Deleted Orders', 'Trigger', parameters, credential)));
		const { parameters: panel } = await editor.openNode('New and Deleted Orders');
		const all = await editor.areaOf([panel]);
		const { y } = await editor.areaOf([panel.getByText('Options', { exact: true })], 8);
		const half = { ...all, height: y - all.y };
		await part('What it delivers, and when', half);
		await part('All options, with their defaults', { ...half, y, height: all.height - half.height });
		return undefined;
	},

	delivered: async ({ editor, credential }) => {
		const parameters = { delivery: 'untilExternalId' };
		await editor.resize(1700, 900);
		await editor.open(inARow('Orders', ours('New and Deleted Orders', 'Trigger', parameters, credential)));
		const { output } = await editor.openNode('New and Deleted Orders');
		await editor.fetchTestEvent();
		await editor.showOutputAs('table');
		for (const event of ['created', 'deleted']) await seen(output.getByText(event, { exact: true }));
		return top(await editor.areaOf([output]), 420);
	},

	node: async ({ editor, credential }) => {
		await editor.resize(1500, 960);
		const { parameters, output } = await run(editor, list({}, credential), 'List Sales Orders');
		await editor.showOutputAs('schema');
		await seen(output.getByText('customerDescription', { exact: true }));
		return await editor.areaOf([parameters, output]);
	},

	outputs: async ({ editor, running, credential }, part) => {
		const { window } = sixOrders(running.sandbox.world);
		await editor.resize(1400, 640);
		const fields = ['customer.description', 'customer.zone.description', 'totalSales'];
		const [{ options }] = outputProperties as [INodeProperties];
		for (const { name, value } of options as INodePropertyOptions[]) {
			const parameters = { ...window, output: value, fields };
			const { output } = await run(editor, list(parameters, credential), 'List Sales Orders');
			await editor.showOutputAs(value === 'raw' ? 'json' : 'table');
			await part(name, top(await editor.areaOf([output]), 340));
		}
		return undefined;
	},

	credential: async ({ editor, credential }) => {
		await editor.resize(1280, 960);
		const dialog = await editor.openCredential(credential.id);
		await seen(dialog.getByText('Connection tested successfully'));
		// The sandbox is on this machine; a reader of the picture enters an address that begins with https://.
		await dialog.locator('input').evaluateAll((inputs: Array<{ value: string }>) => {
			for (const input of inputs) {
				if (input.value.startsWith('http://')) input.value = 'https://service.example.com';
			}
		});
		// Without the beginning of a text of n8n at its lower edge.
		return top(await editor.areaOf([dialog]), 713);
	},

	hint: async ({ editor, running: { host, sandbox, service } }) => {
		const data = { ...credentialData(sandbox, service), timezone: 'America/Sao_Paulo' };
		const wrong = await host.createCredential(CREDENTIAL, 'Wrong time zone', data);
		// At noon, because there are few orders at night by which it shows.
		const noon = (days: number) =>
			`={{ $now.setZone('America/Mexico_City').startOf('day').minus({ days: ${days} }).plus({ hours: 12 }) }}`;
		await editor.resize(1700, 900);
		const window = { start: noon(2), end: noon(1) };
		const { output } = await run(editor, list(window, wrong), 'List Sales Orders');
		await editor.showOutputAs('table');
		await seen(output.getByText('America/Sao_Paulo'));
		return top(await editor.areaOf([output]), 420);
	},

	reconcile: async ({ editor, running: { sandbox }, credential }) => {
		const { window, records } = ordersToReconcile(sandbox.world);
		const code = `return ${JSON.stringify(
			records.map((json) => ({ json })),
			null,
			2,
		)}`;
		const erp = node('Orders in the ERP', 'n8n-nodes-base.code', { jsCode: code }, 2);
		const parameters = {
			operation: 'reconcile',
			key: '={{ $json.number }}',
			amount: '={{ $json.total }}',
			...window,
		};
		const reconcile = ours('Reconcile Sales Orders', '', parameters, credential);
		await editor.resize(1700, 880);
		const workflow = inARow('Reconciliation', byHand, erp, reconcile);
		const { parameters: panel, output } = await run(editor, workflow, reconcile.name);
		await editor.showOutputAs('table');
		for (const kind of ['missing', 'unlinked', 'deleted', 'unknown', 'amountDiffers']) {
			await seen(output.getByText(kind, { exact: true }));
		}
		return await editor.areaOf([panel, output]);
	},

	preview: async ({ editor, credential }) => {
		await editor.resize(1280, 800);
		const next = node('Next', 'n8n-nodes-base.set', {}, 3.4);
		const { nodes } = list({}, credential);
		await editor.open(inARow('Orders', ...nodes, next));
		const { input } = await editor.openNode('Next');
		await seen(input.getByText('customerCode', { exact: true }));
		return await editor.areaOf([input]);
	},
} satisfies Record<string, Scene>;

export type PictureName = keyof typeof scenes;

/** Every option of the trigger, with the value that it has if it is not added. */
function allTriggerOptions(): INode['parameters'] {
	const { options = [] } = triggerProperties.find(({ name }) => name === 'options') ?? {};
	const fields = options.filter((option): option is INodeProperties => 'displayName' in option);
	return Object.fromEntries(fields.map(({ name, default: value }) => [name, value])) as INode['parameters'];
}

type World = ServiceHost['sandbox']['world'];

/** Six orders in a row, and the window that holds just these. */
function sixOrders(world: World) {
	const at = ({ mobileDateCreated }: { mobileDateCreated: number }) => mobileDateCreated;
	const sorted = world
		.all()
		.filter(({ deleted }) => !deleted)
		.sort((one, other) => at(one) - at(other));
	// Comments and promotions make tall rows, of which few fit.
	const isShort = ({ id }: (typeof sorted)[number]) => {
		const { sellerComment, promoNames } = world.find(id) ?? {};
		return sellerComment === null && promoNames === null;
	};
	const orders =
		sorted.map((_, first) => sorted.slice(first, first + 6)).find((six) => six.every(isShort)) ?? [];
	const [start, end] = [orders.at(0), orders.at(-1)].map((order) =>
		new Date(order ? at(order) : 0).toISOString(),
	);
	return { orders, window: { start, end } };
}

/** These orders as an ERP would have them that differs in every way. */
function ordersToReconcile(world: World) {
	const { orders, window } = sixOrders(world);
	const numbered = orders.map(({ id }, index) => ({
		id,
		number: `SO-${1001 + index}`,
		total: Number(world.find(id)?.totalSales ?? 0),
	}));
	const [missing, deleted, differs, unlinked] = numbered;
	for (const { id, number } of numbered) if (id !== unlinked?.id) world.setExternalId(id, number);
	if (deleted) world.delete(deleted.id);
	const records = numbered
		.filter(({ id }) => id !== missing?.id && id !== unlinked?.id)
		.map(({ id, number, total }) => ({ number, total: id === differs?.id ? total + 100 : total }));
	return { window, records: [...records, { number: 'SO-0999', total: 250 }] };
}
