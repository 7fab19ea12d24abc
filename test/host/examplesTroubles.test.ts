/** What docs/when-something-went-wrong.md says, tried in a real n8n. What it says of an ERP that was down: examplesErp. */
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import type { IDataObject } from 'n8n-workflow';
import { errorMessage, type Execution, outputRows, type SavedWorkflow } from '../../host';
import { credentialData } from '../../host/serviceHost';
import { eventually } from '../support/eventually';
import { duringTests } from './support/duringTests';
import { chain, CREDENTIAL, node, ourNode, pollingOften } from '../../host/workflowParts';

const TRIGGER = 'Orders';
const REVOKED = 'token-of-a-user-who-left';
const isOrder = { value1: '={{ $json.salesOrderId }}', operation: 'isNotEmpty' };
const everyMonth = { rule: { interval: [{ field: 'months' }] } };
const running = duringTests({ sandbox: { orders: { count: 60, days: 5 } } });
/** The next system. It knows no other path than this one. */
const next = Fastify();
const PATH = '/orders';
let address: string;
beforeAll(async () => {
	next.post(PATH, () => ({}));
	address = await next.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => await next.close());
afterEach(async () => {
	await setCredential({});
	for (const { id, active } of await running.host.request<SavedWorkflow[]>('GET', '/workflows'))
		if (active) await running.host.deactivateWorkflow(id);
});

/** Publishes a workflow that sends each order of a trigger with this delivery to the next system. */
async function publish(delivery: string, pathOfNext = PATH): Promise<string> {
	const { host, credential } = running;
	const orderId = { __rl: true, mode: 'id', value: `={{ $('${TRIGGER}').item.json.salesOrderId }}` };
	const { id } = await host.createWorkflow(
		pollingOften(
			chain(
				`Orders, ${delivery}`,
				ourNode('Trigger', TRIGGER, { events: ['created', 'deleted', 'attention'], delivery }, credential),
				node('n8n-nodes-base.filter', 'Only Orders', { conditions: { number: [isOrder] } }),
				node(
					'n8n-nodes-base.httpRequest',
					'Next',
					{ method: 'POST', url: address + pathOfNext, options: {} },
					4.2,
				),
				ourNode(
					'',
					'Set External ID',
					{ operation: 'setExternalId', orderId, externalId: 'done' },
					credential,
				),
			),
		),
	);
	await host.activateWorkflow(id);
	return id;
}

/** Changes the credential as a person does who saves it. */
async function setCredential(changes: IDataObject): Promise<void> {
	const { host, sandbox, service, credential } = running;
	const data = { ...credentialData(sandbox, service), ...changes };
	const { id, name } = credential;
	await host.request('PATCH', `/credentials/${id}`, { name, type: CREDENTIAL, data });
}

const delivered = (executions: readonly Execution[]): string[] =>
	executions.flatMap((execution) =>
		outputRows(execution, TRIGGER).map(
			({ event, salesOrderId, reason }) => `${event} ${salesOrderId ?? reason}`,
		),
	);

const created = (...orders: unknown[]) => orders.map((order) => `created ${String(order)}`);

/** A published workflow with the order that it has already delivered. */
async function publishedAndUsed(delivery: string) {
	const id = await publish(delivery);
	const before = running.sandbox.world.add();
	await running.host.waitForExecutions(id, 1);
	return { id, before };
}

test('a workflow that failed with Once: the order does not come again by itself, and Retry processes it with the corrected workflow', async () => {
	const { host, sandbox } = running;
	const id = await publish('once', '/misspelt');
	const order = sandbox.world.add();
	const [failed] = await host.waitForExecutions(id, 1);
	expect(failed?.status).toBe('error');
	const { nodes } = await host.workflow(id);
	const corrected = JSON.parse(JSON.stringify(nodes).replace('/misspelt', PATH));
	await host.updateWorkflow(id, { nodes: corrected });
	await host.activateWorkflow(id);
	const later = sandbox.world.add();
	expect(delivered(await host.waitForExecutions(id, 2))).toEqual(created(order, later));
	expect(sandbox.world.find(order)?.externalId).toBeNull();

	await host.request('POST', `/executions/${failed?.id}/retry`, { loadWorkflow: true });
	await eventually('it is done', () => sandbox.world.find(order)?.externalId === 'done', 30_000);
});

test('a refused publication stops the version that ran before, Fetch Test Event shows the reason, and the next good one continues where that stopped', async () => {
	const { host, sandbox } = running;
	const { id, before } = await publishedAndUsed('once');
	await setCredential({ apiToken: REVOKED });
	const { nodes } = await host.workflow(id);
	// n8n starts a trigger again only if something in it has changed. With a second one, it shows an orange dot only.
	const changed = nodes.map((one) =>
		one.name === TRIGGER
			? { ...one, parameters: { ...one.parameters, events: ['created', 'deleted'] } }
			: one,
	);
	const schedule = node('n8n-nodes-base.scheduleTrigger', 'Every Month', everyMonth, 1.2);
	await host.updateWorkflow(id, { nodes: [...changed, schedule] });
	await expect(host.activateWorkflow(id)).rejects.toThrow(/did not accept the API token/);
	const tested = await host.runWorkflow(id, { from: TRIGGER });
	expect(errorMessage(tested)).toMatch(/did not accept the API token/);

	const meanwhile = sandbox.world.add();
	await setCredential({});
	const requests = sandbox.log.total;
	await sleep(12_000);
	expect(sandbox.log.total).toBe(requests);
	await host.activateWorkflow(id);
	expect(delivered(await host.waitForExecutions(id, 3))).toEqual(created(before, meanwhile));
});

test('the owner of the token left: polls fail and say so; with the token and zone of another user it continues', async () => {
	const { host, sandbox } = running;
	const { id, before } = await publishedAndUsed('once');
	await setCredential({ apiToken: REVOKED });
	const meanwhile = sandbox.world.add();
	const failed = (await host.waitForExecutions(id, 2)).at(-1);
	expect(failed && errorMessage(failed)).toMatch(/did not accept the API token/);
	const [, other] = sandbox.users;
	await setCredential({ apiToken: other?.apiToken, timezone: other?.timezone });
	await eventually(
		'the order is there',
		async () => delivered(await host.waitForExecutions(id, 2)).length >= 2,
		60_000,
	);
	await host.deactivateWorkflow(id);
	expect(delivered(await host.waitForExecutions(id, 3))).toEqual(created(before, meanwhile));
});

test('the service moved to another address: reported once, and nothing is lost or repeated', async () => {
	const { host, sandbox } = running;
	const { id, before } = await publishedAndUsed('once');
	// An order that arrives during the last poll is after it: the new address begins there.
	const requests = sandbox.log.total;
	await eventually('the next poll', () => sandbox.log.total > requests + 1, 60_000);
	const elsewhere = await sandbox.listen();
	try {
		await setCredential({ baseUrl: elsewhere.baseUrl });
		const meanwhile = sandbox.world.add();
		const executions = await host.waitForExecutions(id, 3);
		const expected = ['attention otherService', ...created(before, meanwhile)];
		expect(delivered(executions).sort()).toEqual(expected.sort());
		await host.deactivateWorkflow(id);
	} finally {
		await elsewhere.close();
	}
});

test.each([
	{ delivery: 'once', comesAgain: true },
	{ delivery: 'untilExternalId', comesAgain: false },
])(
	'n8n restored from a backup: with $delivery, what was delivered since comes again: $comesAgain',
	async ({ delivery, comesAgain }) => {
		const { host, sandbox } = running;
		const { id, before } = await publishedAndUsed(delivery);
		const database = path.join(host.userFolder, '.n8n');
		const backup = path.join(host.userFolder, `backup-${delivery}`);
		await host.kill();
		await cp(database, backup, { recursive: true });
		await host.start();
		const since = sandbox.world.add();
		await host.waitForExecutions(id, 2);
		await host.kill();
		await rm(database, { recursive: true });
		await cp(backup, database, { recursive: true });
		const after = sandbox.world.add();
		await host.start();
		await eventually(
			'the newest order came',
			async () => delivered(await host.waitForExecutions(id, 2)).includes(`created ${after}`),
			60_000,
		);
		// That orders had an external ID before may be reported.
		const orders = delivered(await host.waitForExecutions(id, 2)).filter(
			(one) => !one.startsWith('attention'),
		);
		expect(orders).toEqual(comesAgain ? created(before, since, after) : created(before, after));
	},
);
