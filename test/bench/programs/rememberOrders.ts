/** One poll that finds nothing, with a state that remembers so many orders. */
import type { z } from 'zod/v4';
import { pollWithState } from '../../../nodes/SalesOrderIntegration/trigger/pollWithState';
import { OrderMemory, emptyMemory } from '../../../nodes/SalesOrderIntegration/trigger/state/orderMemory';
import * as state from '../../../nodes/SalesOrderIntegration/trigger/state/state';
import { SeededRandom } from '../../../sandbox/seededRandom';
import { clientOf, simulatedSandbox } from '../../support/sandboxClient';
import { pollEnvironment } from '../../support/pollEnvironment';
import { SimulatedTiming } from '../../support/simulatedTiming';
import { DAY, NOON } from '../../support/time';
import { answerWith, inputOf } from './answer';
import { defaultSettings } from '../../support/triggerSettings';

/** How many orders are remembered, and what their IDs look like. */
export interface RememberOrdersInput {
	orders: number;
	/** The greatest distance from one ID to the next. The service counts the orders of all its accounts. */
	mostBetween: number;
	seed: number;
}

/** What a state costs. */
export interface RememberOrdersAnswer {
	/** JSON of what n8n stores, with the note for a renamed node. */
	stateBytes: number;
	/** From the JSON of the state to that of the next, with the poll between them; the middle of some, milliseconds. */
	pollMs: number;
}

const DAYS = 4;
const POLLS = 15;

answerWith(async () => {
	const { orders, mostBetween, seed } = inputOf<RememberOrdersInput>();
	const timing = new SimulatedTiming();
	const sandbox = simulatedSandbox(timing, { rateLimit: null });
	const client = clientOf(sandbox, timing);
	const random = new SeededRandom(seed, 31);
	const memory = new OrderMemory(emptyMemory);
	let id = 1_000_000;
	for (let order = 0; order < orders; order++) {
		id += random.integer(1, mostBetween);
		const dateCreated = NOON - DAYS * DAY + (order / orders) * DAYS * DAY;
		const tracked = { order: {}, id: String(id), dateCreated, mobileDateCreated: dateCreated };
		memory.remember({ ...tracked, latestDate: dateCreated }, { isDelivered: true });
	}
	const environment = pollEnvironment();
	const service = `${client.connection.baseUrl} ${environment.credentialId}`;
	const start = { start: NOON, now: NOON, users: [] };
	const first: z.input<typeof state.stateSchema> = {
		version: 1,
		revision: 1,
		nodeId: environment.node.id,
		nodeName: environment.node.name,
		service,
		services: { [service]: { ...state.initialState(defaultSettings, start), memory: memory.toStored() } },
		attention: state.noAttention,
		summary: state.newSummary(NOON),
		hasToRead: true,
	};
	let json = JSON.stringify({ nodeData: { state: first }, note: { at: NOON } });
	const times: number[] = [];
	for (let done = 0; done < POLLS; done++) {
		timing.current += 60_000;
		const startedAt = performance.now();
		const stored = JSON.parse(json) as { nodeData: Record<string, unknown>; note: { at: number } };
		const polling = { ...client, deadline: timing.now() + 300_000 };
		await pollWithState(
			{ ...environment, client: polling, settings: defaultSettings, ...stored },
			(items) => items,
		);
		json = JSON.stringify(stored);
		times.push(performance.now() - startedAt);
	}
	const answer: RememberOrdersAnswer = {
		stateBytes: Buffer.byteLength(json),
		pollMs: times.sort((one, other) => one - other)[Math.floor(POLLS / 2)] ?? NaN,
	};
	return answer;
});
