/** Whether the service's rate limit holds over several processes that know nothing of each other. */
import { errorMessage, type Host, outputRows } from '../../../host';
import { CREDENTIAL, credentialData } from '../../../host/serviceHost';
import { createSandbox } from '../../../sandbox';
import { chain, node, ourNode } from '../../host/support/workflows';
import { DAY } from '../../support/time';
import { compare, count, duration, interleaved, spreadOf } from '../figures';
import type { Figure } from '../figures';
import { LIMIT, type Limited, limitedOf, PERIOD_MS, WAIT_MS } from './limited';
import type { Stage } from './stage';
import { WORKERS } from './stage';

const LISTS = 4;
const PAGES = 225;
const PAGE_SIZE = 10;
const ORDERS = PAGES * PAGE_SIZE;
const TIMEOUT_MS = 600_000;

/**
 * Lists with one token, several lists at once, over the limit of 500 a minute that the sandbox enforces.
 * Errors: a list failed, is not complete, or went on before its time after a 429.
 */
export async function benchQueueRateLimit(repetitions: number, stage: Stage): Promise<Figure[]> {
	const { queue, single } = await interleaved(repetitions, {
		queue: async () => await runLimited(stage.queue),
		single: async () => await runLimited(stage.single),
	});
	return [...figuresOf(`${WORKERS} workers`, queue), ...figuresOf('a single process', single)];
}

function figuresOf(processes: string, runs: readonly Limited[]): Figure[] {
	const calls = spreadOf(runs.map((run) => run.calls)).median;
	const of = {
		item: 'Rate limit',
		circumstances: `${LISTS} lists at once, one token, ${processes}`,
	};
	const waits = runs.flatMap(({ waitsMs }) => waitsMs);
	const refusals = runs.map((run) => run.refusals);
	const total = runs.map(({ totalMs }) => totalMs);
	const least = runs.map(({ leastMs }) => leastMs);
	return [
		{
			...of,
			ratio: 'total time / periods that have to pass',
			...compare({ one: total, other: least, of: (ms) => ms, format: duration }),
		},
		{
			...of,
			ratio: '429s / calls',
			values: runs.map((run) => run.refusals / run.calls),
			measured: `${refusals.join(', ')} / ${count(calls)}`,
		},
		...(waits.length === 0
			? []
			: [
					{
						...of,
						ratio: 'wait after a 429 / 60 s',
						values: waits.map((wait) => wait / WAIT_MS),
						measured: `${waits.length} waits, the shortest of ${duration(Math.min(...waits))}`,
					},
				]),
	];
}

async function runLimited(host: Host): Promise<Limited> {
	// A new sandbox each time: its period begins with the first call.
	const sandbox = createSandbox({
		seed: 67,
		orders: { count: ORDERS, days: 5, deletedShare: 0 },
		switches: { pageSize: PAGE_SIZE },
		rateLimit: { limit: LIMIT, periodMs: PERIOD_MS },
	});
	const service = await sandbox.listen();
	try {
		const data = credentialData(sandbox, service);
		const credential = await host.createCredential(CREDENTIAL, 'Limited', data);
		const executionIds = await Promise.all(
			Array.from({ length: LISTS }, async (_, position) => {
				// Each list has a start of its own, by which its requests are known.
				const start = new Date(Date.now() - 30 * DAY - position * 1000).toISOString();
				const parameters = { resource: 'salesOrder', operation: 'list', returnAll: true, start };
				const list = ourNode('', 'Orders', parameters, credential);
				const trigger = node('n8n-nodes-base.manualTrigger', 'Start');
				const { id } = await host.createWorkflow(chain('List at the limit', trigger, list));
				return await host.beginWorkflow(id);
			}),
		);
		for (const executionId of executionIds) {
			const execution = await host.waitForExecution(executionId, { timeoutMs: TIMEOUT_MS });
			if (execution.status !== 'success') throw new Error(errorMessage(execution));
			const ids = new Set(outputRows(execution, 'Orders').map(({ id }) => id));
			if (ids.size !== ORDERS) throw new Error(`A list of ${ORDERS} orders came with ${ids.size}`);
		}
		return limitedOf(sandbox.log.entries);
	} finally {
		await service.close();
	}
}
