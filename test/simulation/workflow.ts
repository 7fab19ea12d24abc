/** The workflow behind the trigger: stores external IDs, if it is not killed and does not fail before. */
import type { SeededRandom } from '../../sandbox/seededRandom';
import type { SimulatedTiming } from '../support/simulatedTiming';
import { isOrder } from './ledger';
import type { Life } from './n8nModel';
import type { SimulatedService } from './simulatedService';
import type { TriggerItem } from './triggerUnderTest';

interface Execution {
	service: SimulatedService;
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
	const { service, timing, random, life, items, failingShare } = execution;
	const orders = items.filter(isOrder);
	const created = orders.filter(({ event }) => event === 'created');
	const reached = random.chance(failingShare) ? random.integer(0, created.length) : created.length;
	await timing.sleep(random.integer(500, 20_000));
	if (life.isOver) return;
	for (const { id } of created.slice(0, reached)) service.storeExternalId(id, `ERP-${id}`, timing.now());
}
