/** One poll that finds nothing, with a state that remembers so many orders. */
import type { TriggerState } from '../../../nodes/SalesOrderIntegration/trigger/memory/state';
import { RememberedIds } from '../../../nodes/SalesOrderIntegration/trigger/memory/rememberedIds';
import { initialState } from '../../../nodes/SalesOrderIntegration/trigger/memory/state';
import { pollWithState } from '../../../nodes/SalesOrderIntegration/trigger/statefulPoll';
import { SeededRandom } from '../../../sandbox/seededRandom';
import { clientOf, simulatedSandbox } from '../../support/sandboxClient';
import { SimulatedTiming } from '../../support/simulatedTiming';
import { DAY, NOON } from '../../support/time';
import { answerWith, inputOf } from './answer';
import { defaultSettings } from '../../support/triggerSettings';

/** What a state costs. */
export interface RememberOrdersAnswer {
	/** JSON of what n8n stores, with the note for a renamed node. */
	stateBytes: number;
	/** From the JSON of the state to that of the next, with the poll between them; the middle of some, milliseconds. */
	pollMs: number;
}

const DAYS = 4;
const POLLS = 15;
/** The ids of the service are shared by all its accounts, so those of one lie apart. */
const MOST_BETWEEN = 10_000;

answerWith(async () => {
	const { orders, seed } = inputOf<{ orders: number; seed: number }>();
	const timing = new SimulatedTiming();
	const sandbox = simulatedSandbox(timing, { rateLimit: null });
	const client = clientOf(sandbox, timing);
	const random = new SeededRandom(seed, 31);
	const seen = RememberedIds.from({});
	let id = 1_000_000;
	for (let order = 0; order < orders; order++) {
		id += random.integer(1, MOST_BETWEEN);
		seen.add(String(id), NOON - DAYS * DAY + (order / orders) * DAYS * DAY);
	}
	const first: TriggerState = { ...initialState(defaultSettings, NOON), seen: seen.toStored() };
	let json = JSON.stringify({ nodeData: { state: first }, workflowData: {} });
	const times: number[] = [];
	for (let done = 0; done < POLLS; done++) {
		timing.current += 60_000;
		const began = performance.now();
		const stored = JSON.parse(json) as Record<'nodeData' | 'workflowData', Record<string, unknown>>;
		const node = { nodeId: 'trigger', nodeName: 'Trigger' };
		const deadline = timing.now() + 300_000;
		await pollWithState(
			{ client, settings: defaultSettings, ...stored, ...node, deadline, warn: () => {} },
			(items) => items,
		);
		json = JSON.stringify(stored);
		times.push(performance.now() - began);
	}
	const answer: RememberOrdersAnswer = {
		stateBytes: Buffer.byteLength(json),
		pollMs: times.sort((one, other) => one - other)[Math.floor(POLLS / 2)] ?? NaN,
	};
	return answer;
});
