/**
 * One n8n goes from engine to engine and back on one database, as updates and settings lead a user's n8n, while orders
 * arrive: none is lost, and none comes twice but where the documentation says so.
 */
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
	type EngineName,
	engineNamed,
	engineNames,
	prepareHost,
	versionsUnderTest,
	versionsVariable,
	type WorkflowDefinition,
} from '../../host';
import { engineTitle } from '../../host/compatibility/table';
import { eventually } from '../support/eventually';
import { Deliveries } from './support/deliveries';
import { duringTests, withoutEditor } from './support/duringTests';
import { chain, node, ourNode, pollingOften } from '../../host/workflowParts';

const isUnderTest = (name: EngineName) => versionsUnderTest().includes(engineNamed(name).version);
/** From the oldest n8n to the newest, through its switches, and back through them. */
const journey = [
	...engineNames.filter((name) => !name.startsWith('2.41')).reverse(),
	'2.41.1' as const,
	'2.41.1 durable scheduler' as const,
	'2.41.1 durable cursors' as const,
	'2.41.1 durable scheduler' as const,
	'2.41.1' as const,
].filter(isUnderTest);
const stages = journey.map((name, index) => ({
	name,
	title: `${journey.indexOf(name) < index ? 'back' : 'arrived'} in ${engineTitle(engineNamed(name))}`,
	isFirst: index === 0,
	isBack: journey.indexOf(name) < index,
}));

/** What `npm run compatibility` runs as well: it takes several times as long. */
const thoroughTest = process.env[versionsVariable] === 'all' ? test : test.skip;

const everyEngine = {
	...withoutEditor,
	// How often n8n looks for polls that are due, in seconds.
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	// As n8n recommends, and n8n 2 does: otherwise n8n 1 can save an older state over a newer one, for good at a restart.
	DB_SQLITE_POOL_SIZE: '3',
};

/** What a response takes to a poll that is to last until n8n has published a change. */
const SLOW_MS = 6_000;

const running = duringTests({
	engine: journey[0],
	env: everyEngine,
	sandbox: { orders: { count: 60, days: 3 }, rateLimit: null },
});
/** Of each trigger in use. */
let triggers: Record<'alone' | 'first' | 'second', Deliveries>;
let workflowId: string;
/**
 * Where each poll gets what the database holds and saves all of it, two triggers of a workflow overwrite each other's
 * state: then these orders may come again. A durable cursor that is there stays in use, so it ends with the first one.
 */
let overwriteEachOther = false;
const mayRepeat = new Set<number>();

/** An order arrives that every trigger has to deliver. */
function arrive(...others: Deliveries[]): void {
	const id = Number(running.sandbox.world.add());
	if (overwriteEachOther) mayRepeat.add(id);
	for (const deliveries of [...Object.values(triggers), ...others]) deliveries.expect(id);
}

/** Every order that has arrived is delivered, and none twice but for two triggers that overwrite each other's state. */
async function expectEachOnce(): Promise<void> {
	for (const deliveries of Object.values(triggers)) await deliveries.complete();
	for (const deliveries of Object.values(triggers)) expect(await deliveries.unexpected()).toEqual([]);
	const { alone, first, second } = triggers;
	expect(await alone.repeated()).toEqual([]);
	for (const deliveries of [first, second]) {
		expect((await deliveries.repeated()).filter(({ orderId }) => !mayRepeat.has(orderId))).toEqual([]);
	}
}

const end = (name: string) => node('n8n-nodes-base.noOp', name);
const trigger = (name: string) => ourNode('Trigger', name, {}, running.credential);

/** A renamed node keeps its ID. */
function oneTrigger(name: string): WorkflowDefinition {
	const renamed = { ...trigger(name), id: 'the-trigger' };
	return pollingOften(chain('One trigger', renamed, end('End')));
}

function twoTriggers(): WorkflowDefinition {
	const first = chain('Two triggers', trigger('First'), end('End of first'));
	const second = chain('', trigger('Second'), end('End of second'));
	const nodes = [...first.nodes, ...second.nodes];
	const connections = { ...first.connections, ...second.connections };
	return pollingOften({ ...first, nodes, connections });
}

async function activated(definition: WorkflowDefinition): Promise<string> {
	const { id } = await running.host.createWorkflow(definition);
	await running.host.activateWorkflow(id);
	return id;
}

/** How many rows of the workflow with a single trigger are in a table that not every n8n has. */
async function rowsIn(table: string, column: string): Promise<number> {
	const { host } = running;
	const known = await host.databaseRows('SELECT name FROM sqlite_master WHERE name = ?', [table]);
	if (known.length === 0) return 0;
	return (await host.databaseRows(`SELECT 1 FROM ${table} WHERE ${column} LIKE ?`, [`${workflowId}%`]))
		.length;
}

beforeAll(async () => {
	const { host } = running;
	workflowId = await activated(oneTrigger('Orders'));
	const two = await activated(twoTriggers());
	triggers = {
		alone: new Deliveries(host, workflowId, 'End'),
		first: new Deliveries(host, two, 'End of first'),
		second: new Deliveries(host, two, 'End of second'),
	};
});

describe.each(stages)('$title', ({ name, isFirst, isBack }) => {
	beforeAll(async () => {
		overwriteEachOther = name === '2.41.1 durable scheduler' && !isBack;
		if (isFirst) return;
		const { version, env } = engineNamed(name);
		const installation = await prepareHost(version);
		// Not before the stop: n8n drops an execution that begins as it stops.
		await running.host.restartAs({ installation, env: { ...env, ...everyEngine } }, arrive);
	}, 900_000);

	test('a change to it loses and repeats nothing', async () => {
		arrive();
		await expectEachOnce();
	});

	if (isBack) return;

	test('the trigger is polled as this engine does it', async () => {
		const { env, savesInOneStep } = engineNamed(name);
		expect((await rowsIn('scheduled_job', 'name')) > 0).toBe('N8N_SCHEDULER_ENABLED' in env);
		expect((await rowsIn('poller_state', 'workflowId')) > 0).toBe(savesInOneStep);
	});

	thoroughTest('a restart loses and repeats nothing', async () => {
		await running.host.restartAs({}, arrive);
		arrive();
		await expectEachOnce();
	});

	thoroughTest('a kill loses and repeats nothing that had been delivered', async () => {
		await running.host.kill();
		arrive();
		await running.host.restart();
		arrive();
		await expectEachOnce();
	});

	test('a change of the name of the trigger while it polls loses and repeats nothing', async () => {
		const { host, sandbox } = running;
		sandbox.switches.latency = SLOW_MS;
		try {
			arrive();
			await eventually('a poll is under way', () => sandbox.log.inFlight > 0);
			// The other polls begin as well. They wait for its response: the three triggers share a credential.
			await setTimeout(1_500);
		} finally {
			sandbox.switches.latency = 0;
		}
		await host.updateWorkflow(workflowId, oneTrigger(`Orders in ${name}`));
		await host.activateWorkflow(workflowId);
		arrive();
		await expectEachOnce();
	});

	thoroughTest('a duplicate of the workflow delivers what arrives from its activation on', async () => {
		// The service tells its time in whole seconds: the last order must be older than that.
		await setTimeout(3_000);
		const copy = await activated(await running.host.workflow(workflowId));
		const deliveries = new Deliveries(running.host, copy, 'End');
		arrive(deliveries);
		await deliveries.complete();
		await expectEachOnce();
		await running.host.deactivateWorkflow(copy);
		expect(await deliveries.unexpected()).toEqual([]);
		expect(await deliveries.repeated()).toEqual([]);
	});

	thoroughTest('a change of place by export and import loses and repeats nothing', async () => {
		const { host } = running;
		const file = path.join(host.userFolder, 'exported.json');
		await host.deactivateWorkflow(workflowId);
		await host.command('export:workflow', `--id=${workflowId}`, `--output=${file}`);
		await host.command('import:workflow', `--input=${file}`);
		arrive();
		await host.activateWorkflow(workflowId);
		await expectEachOnce();
	});
});
