/** How many orders go through workflows in a second, with workers and in a single process. */
import { randomUUID } from 'node:crypto';

import { request } from 'undici';

import type { Host } from '../../../host';
import { CREDENTIAL } from '../../../host/serviceHost';
import { createSandbox } from '../../../sandbox';
import { chain, node, ourNode } from '../../host/support/workflows';
import { count, interleaved, spreadOf } from '../figures';
import type { Figure } from '../figures';
import { type Stage, WORKERS } from './stage';

const ORDERS = 500;
const PAGE_SIZE = 50;
const EXECUTIONS = 24;
/** Executions that are under way at the same time. */
const AT_ONCE = 8;

/** What decides how much there is to be won. */
interface Circumstances {
	/** Every token is one of another user, and has a workflow of its own. */
	tokens: 1 | 4;
	/** How long the service takes for each answer, milliseconds. */
	latencyMs: number;
}

const circumstances: Circumstances[] = [
	{ tokens: 1, latencyMs: 100 },
	{ tokens: 4, latencyMs: 100 },
	{ tokens: 4, latencyMs: 0 },
];

/** Has both work through the same executions, each started by a webhook. Errors: an execution failed. */
export async function benchThroughput(repetitions: number, stage: Stage): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const each of circumstances) {
		const workflows = {
			queue: await publishWorkflows(stage.queue, each),
			single: await publishWorkflows(stage.single, each),
		};
		try {
			// Unmeasured, so that every process has loaded and compiled what it needs.
			await workflows.queue.run();
			await workflows.single.run();
			const rates = await interleaved(repetitions, {
				queue: workflows.queue.run,
				single: workflows.single.run,
			});
			figures.push(figureOf(each, rates));
		} finally {
			await workflows.queue.withdraw();
			await workflows.single.withdraw();
		}
	}
	return figures;
}

function figureOf(
	{ tokens, latencyMs }: Circumstances,
	{ queue, single }: Record<'queue' | 'single', number[]>,
): Figure {
	const rate = (rates: number[]) => count(spreadOf(rates).median);
	const answers = latencyMs === 0 ? 'the service answers at once' : `the service takes ${latencyMs} ms`;
	return {
		item: 'Throughput',
		circumstances: `${AT_ONCE} executions at once, ${tokens === 1 ? 'one token' : `${tokens} tokens`}, ${answers}`,
		ratio: `orders per second, ${WORKERS} workers / single process`,
		values: queue.map((perSecond, repetition) => perSecond / (single[repetition] ?? NaN)),
		measured: `${rate(queue)} / ${rate(single)}`,
	};
}

interface Workflows {
	/** Has all executions run, and gives the orders per second. */
	run(): Promise<number>;
	withdraw(): Promise<void>;
}

async function publishWorkflows(host: Host, { tokens, latencyMs }: Circumstances): Promise<Workflows> {
	const sandbox = createSandbox({
		seed: 67,
		orders: { count: ORDERS, days: 5, deletedShare: 0 },
		switches: { pageSize: PAGE_SIZE, latency: latencyMs },
		rateLimit: null,
	});
	const service = await sandbox.listen();
	const workflows = await Promise.all(
		sandbox.users.slice(0, tokens).map(async ({ username, apiToken, timezone }) => {
			const data = { baseUrl: service.baseUrl, apiToken, timezone, serverDateParameter: '' };
			const credential = await host.createCredential(CREDENTIAL, username, data);
			const path = randomUUID();
			const webhook = {
				...node(
					'n8n-nodes-base.webhook',
					'Asked',
					{ httpMethod: 'POST', path, responseMode: 'lastNode', responseData: 'noData', options: {} },
					2,
				),
				webhookId: path,
			};
			const parameters = { resource: 'salesOrder', operation: 'list', returnAll: true };
			const list = ourNode('', 'Orders', parameters, credential);
			const { id } = await host.createWorkflow(chain(`Orders of ${username}`, webhook, list));
			await host.activateWorkflow(id);
			return { id, url: `${host.url}/webhook/${path}` };
		}),
	);
	return {
		run: async () => {
			const urls = Array.from(
				{ length: EXECUTIONS },
				(_, turn) => workflows[turn % workflows.length]?.url ?? '',
			);
			const began = performance.now();
			await inParallel(AT_ONCE, urls, post);
			return (EXECUTIONS * ORDERS * 1000) / (performance.now() - began);
		},
		withdraw: async () => {
			for (const { id } of workflows) await host.deactivateWorkflow(id);
			await service.close();
		},
	};
}

async function post(url: string): Promise<void> {
	const { statusCode, body } = await request(url, { method: 'POST' });
	const text = await body.text();
	if (statusCode !== 200) throw new Error(`n8n answered ${statusCode}: ${text}`);
}

async function inParallel<Task>(
	lanes: number,
	tasks: readonly Task[],
	work: (task: Task) => Promise<void>,
): Promise<void> {
	const rest = [...tasks];
	await Promise.all(
		Array.from({ length: lanes }, async () => {
			for (let task = rest.shift(); task !== undefined; task = rest.shift()) await work(task);
		}),
	);
}
