/** What each engine costs and how it catches up, in a real n8n whose polls are sped up. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INode } from 'n8n-workflow';

import type { EngineName } from '../../../host';
import { type ServiceHost, startServiceHost } from '../../../host/serviceHost';
import { Deliveries } from '../../host/support/deliveries';
import { chain, node, ourNode, pollingOften } from '../../../host/workflowParts';
import { DAY, SECOND } from '../../support/time';

/** Twelve times as fast as a poll a minute. */
const QUIET_SECONDS = 5;
const POLLS_OF_AN_HOUR = 60;
/** An account that was not read for ten days, with so many orders. */
const BACKLOG_MS = 10 * DAY;
const BACKLOG_ORDERS = 4_000;
/** What the durable scheduler allows a poll here, in place of 45 s, and how far apart polls are: none overlap. */
const POLL_LIMIT_SECONDS = 20;
/** What a page of the service takes: ten days are several polls of that length. */
const LATENCY_MS = 150;
/** After so many polls, a trigger counts as one that never catches up. */
const MOST_POLLS = 25;

/** The figures of one engine. */
export interface EngineFigures {
	readonly engine: EngineName;
	/** Requests in sixty polls on an account where nothing happens, every twelfth of which looks for late orders. */
	readonly requestsPerHour: number;
	/** Polls until the newest order is delivered; undefined: never. */
	readonly pollsToCatchUp: number | undefined;
}

/** Measures one engine; takes six to fifteen minutes. */
export async function measureEngine(engine: EngineName): Promise<EngineFigures> {
	const running = await startServiceHost({
		engine,
		env: {
			N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
			N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
			N8N_SCHEDULER_POLL_TIMEOUT: String(POLL_LIMIT_SECONDS),
		},
		sandbox: { rateLimit: null },
	});
	try {
		const requestsPerHour = await quietHour(running);
		return { engine, requestsPerHour, pollsToCatchUp: await catchUp(running) };
	} finally {
		await running.stop();
	}
}

async function quietHour(running: ServiceHost): Promise<number> {
	const { host, sandbox } = running;
	const id = await activated(running, {}, { sweepMinutes: 1 }, QUIET_SECONDS);
	await sleep(2 * QUIET_SECONDS * SECOND);
	const before = sandbox.log.total;
	await sleep(POLLS_OF_AN_HOUR * QUIET_SECONDS * SECOND);
	const requests = sandbox.log.total - before;
	await host.deactivateWorkflow(id);
	return requests;
}

async function catchUp(running: ServiceHost): Promise<number | undefined> {
	const { host, sandbox } = running;
	const { world, switches } = sandbox;
	const now = Date.now();
	for (let order = 1; order < BACKLOG_ORDERS; order += 1) {
		world.add({ dateCreated: now - BACKLOG_MS + (order * BACKLOG_MS) / BACKLOG_ORDERS });
	}
	const newest = Number(world.add());
	const { customer } = world.find(newest) ?? {};
	switches.latency = LATENCY_MS;
	const parameters = {
		filters: { customerCodes: customer?.code },
		startFrom: new Date(now - BACKLOG_MS).toISOString(),
	};
	const id = await activated(
		running,
		{ filters: parameters.filters },
		{ startFrom: parameters.startFrom },
		POLL_LIMIT_SECONDS,
	);
	const deliveries = new Deliveries(host, id, 'End');
	const began = Date.now();
	const polls = () => Math.ceil((Date.now() - began) / (POLL_LIMIT_SECONDS * SECOND));
	while (polls() <= MOST_POLLS) {
		if ((await deliveries.counts()).has(newest)) return polls();
		await sleep(SECOND);
	}
	return undefined;
}

async function activated(
	{ host, credential }: ServiceHost,
	parameters: INode['parameters'],
	options: IDataObject,
	seconds: number,
): Promise<string> {
	const trigger = ourNode('Trigger', 'Orders', parameters, credential);
	const workflow = chain('Measured', trigger, node('n8n-nodes-base.noOp', 'End'));
	const { id } = await host.createWorkflow(pollingOften(workflow, options, seconds));
	await host.activateWorkflow(id);
	return id;
}
