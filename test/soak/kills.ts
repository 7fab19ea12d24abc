/**
 * `npx tsx test/soak/kills.ts`: kills a real n8n with SIGKILL around its polls, and counts the orders that no execution
 * got and those that several got. A kill takes half a minute; engines run side by side.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { parse } from 'flatted';
import type { IRunExecutionData } from 'n8n-workflow';
import { type EngineName, engineNamed, engineNames, type Host } from '../../host';
import { type ServiceHost, startServiceHost } from '../../host/serviceHost';
import { chain, ourNode, pollingOften } from '../../host/workflowParts';
import { SeededRandom } from '../../sandbox/seededRandom';
import { eventually } from '../support/eventually';
import { MINUTE, SECOND } from '../support/time';

const TRIGGER = 'Orders';
/** What each request takes, so that a poll can be seen; n8n hands over within the other time after the first of them. */
const LATENCY_MS = 150;
const HAND_OVER_MS = 800;
const ORDERS_OF_A_KILL = 3;
const PATIENCE_MS = 5 * MINUTE;
/** n8n looks for polls that are due this often, in seconds. */
const quickScheduler = {
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
};
const deliveries = ['once', 'untilExternalId'] as const;

interface Choices {
	engine: EngineName[];
	delivery: (typeof deliveries)[number];
	kills: number;
	seed: number;
}

/** Kills one engine; gives a row of the table. Errors: an order that no kill explains is missing or came twice. */
async function killRepeatedly(engine: EngineName, { delivery, kills, seed }: Choices): Promise<string> {
	const running = await startServiceHost({
		engine,
		env: quickScheduler,
		sandbox: { seed, orders: { count: 150, days: 6 }, rateLimit: null, switches: { latency: LATENCY_MS } },
	});
	try {
		const { host, sandbox } = running;
		const random = new SeededRandom(seed, engineNames.indexOf(engine));
		const workflowId = await activated(running, delivery);
		const executions = new Map<number, number[]>();
		const times = (id: number) => [...executions.values()].filter((ids) => ids.includes(id)).length;
		const arrive = () => Array.from({ length: ORDERS_OF_A_KILL }, () => Number(sandbox.world.add()));
		const [safe, risky]: [number[], number[]] = [[], []];
		for (let kill = 0; kill <= kills; kill += 1) {
			const orders = arrive();
			const hasCome = async () => {
				await sleep(SECOND);
				await noteExecutions(host, workflowId, executions);
				return orders.every((id) => times(id) > 0);
			};
			await eventually('orders are delivered', hasCome, PATIENCE_MS);
			safe.push(...orders);
			if (kill === kills) break;
			risky.push(...arrive());
			await eventually('a poll is under way', () => sandbox.log.inFlight > 0, PATIENCE_MS);
			await sleep(random.integer(0, HAND_OVER_MS));
			await host.kill();
			// Before n8n starts again: its recovery empties the executions that the kill cut off.
			await noteExecutions(host, workflowId, executions);
			await host.restart();
		}
		if (delivery === 'untilExternalId') {
			const isLinked = (id: number) => sandbox.world.record(id)?.externalId !== undefined;
			const all = [...safe, ...risky];
			await eventually('every order has an external ID', () => all.every(isLinked), PATIENCE_MS);
		}
		await noteExecutions(host, workflowId, executions);
		const missing = risky.filter((id) => times(id) === 0).length;
		const repeated = risky.filter((id) => times(id) > 1).length;
		const row = `| ${engine} | ${delivery} | ${safe.length + risky.length} | ${missing} | ${repeated} |`;
		const { savesInOneStep } = engineNamed(engine);
		const unexplained = delivery === 'once' ? safe.filter((id) => times(id) > 1).length : 0;
		if (unexplained > 0 || (delivery === 'once' && savesInOneStep && missing + repeated > 0)) {
			throw new Error(`${row} ${unexplained} more came several times`);
		}
		return row;
	} finally {
		await running.stop();
	}
}

async function activated({ host, credential }: ServiceHost, delivery: string): Promise<string> {
	const orderId = { __rl: true, mode: 'id', value: '={{ $json.salesOrderId }}' };
	const receipt = { operation: 'setExternalId', orderId, externalId: 'done' };
	const trigger = ourNode('Trigger', TRIGGER, { events: ['created'], delivery }, credential);
	const definition = chain('Killed', trigger, ourNode('', 'Set External ID', receipt, credential));
	const { id } = await host.createWorkflow(pollingOften(definition, { redeliverMinutes: 1 }));
	await host.activateWorkflow(id);
	// The service tells its time in whole seconds: an order of the second of the activation could count as an old one.
	await sleep(2 * SECOND);
	return id;
}

/** Notes the orders that each execution was started with, from n8n's database, which may be down. */
async function noteExecutions(host: Host, workflowId: string, known: Map<number, number[]>): Promise<void> {
	const rows = await host.databaseRows<{ id: number; data: string }>(
		'SELECT e.id, d.data FROM execution_entity e JOIN execution_data d ON d.executionId = e.id WHERE e.workflowId = ?',
		[workflowId],
	);
	for (const { id, data } of rows) {
		if (known.get(id)?.length) continue;
		const { resultData, executionData } = parse(data) as IRunExecutionData;
		const given = resultData.runData[TRIGGER]?.flatMap((run) => run.data?.main?.[0] ?? []) ?? [];
		const waiting = executionData?.nodeExecutionStack.filter(({ node }) => node.name === TRIGGER) ?? [];
		const items = given.length > 0 ? given : waiting.flatMap(({ data: { main } }) => main?.[0] ?? []);
		known.set(
			id,
			items.map(({ json }) => Number(json.salesOrderId)),
		);
	}
}

function wholeNumber(text: string): number {
	if (!/^\d+$/.test(text)) throw new InvalidArgumentError('A whole number is needed.');
	return Number(text);
}

const chosen = new Command('kills')
	.description('Kills a real n8n again and again, and counts what its executions got.')
	.addOption(new Option('--engine <names...>', 'side by side').choices(engineNames).default(['2.41.1']))
	.addOption(new Option('--delivery <delivery>', 'of the trigger').choices(deliveries).default('once'))
	.option('--kills <number>', 'of each engine', wholeNumber, 20)
	.option('--seed <number>', 'of the orders and the moments of the kills', wholeNumber, 1)
	.parse()
	.opts<Choices>();

console.log('| n8n | Delivery | Orders | In no execution | In several |\n| --- | --- | --- | --- | --- |');
for (const engine of chosen.engine) {
	killRepeatedly(engine, chosen).then(console.log, (error: unknown) => {
		console.error(`${engine}:`, error);
		process.exitCode = 1;
	});
}
