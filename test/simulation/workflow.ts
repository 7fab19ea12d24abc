/** The workflow behind the trigger: stores external IDs, if it is not killed and does not fail before. */
import type { TriggerItem } from '../../nodes/SalesOrderIntegration/trigger/pollWithState';
import type { Sandbox } from '../../sandbox';
import type { SeededRandom } from '../../sandbox/seededRandom';
import type { SimulatedTiming } from '../support/simulatedTiming';
import type { Life } from './n8nModel';

interface Execution {
	sandbox: Sandbox;
	timing: SimulatedTiming;
	random: SeededRandom;
	/** The n8n that it runs in. */
	life: Life;
	items: TriggerItem[];
	/** Share of executions that fail on the way, 0 to 1. */
	failingShare: number;
}

/** Runs one execution: seconds of work, then the external IDs of all items, or of some before it fails. */
export async function runWorkflow(execution: Execution): Promise<void> {
	const { sandbox, timing, random, life, items, failingShare } = execution;
	const orders = items.filter((item) => item.event !== 'attention');
	const created = orders.filter(({ event }) => event === 'created');
	const reached = random.chance(failingShare) ? random.integer(0, created.length) : created.length;
	await timing.sleep(random.integer(500, 20_000));
	if (life.isOver) return;
	for (const { id } of created.slice(0, reached)) {
		// The service answers 404 for an ID that it does not have.
		if (sandbox.world.find(BigInt(id))) sandbox.world.setExternalId(BigInt(id), `ERP-${id}`);
	}
}
