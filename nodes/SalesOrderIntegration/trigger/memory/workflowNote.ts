/**
 * What the trigger notes in the static data of the workflow, under the id of its node, because n8n does not always
 * find again what a poll stored for the node:
 *
 * - With durable cursors it drops that at activation, and the first tick may come in another process. So the time of
 *   the activation is noted.
 * - Without them it files that under the name of the node, so that a node that was renamed starts with nothing. So the
 *   state is noted as well, less the ids that nobody asks for any more.
 */
import { DAY_MS } from '../../dates/durations';
import { surelySweptUntil } from '../reach';
import type { TriggerState } from './state';

/** What is noted. */
export interface WorkflowNote {
	/** When the trigger was activated first, by our clock, epoch milliseconds. */
	at: number;
	/** How far the clock of the service was ahead of it, milliseconds; unknown during maintenance. */
	clockOffsetMs?: number;
	/** See {@link carriedState}. */
	state?: TriggerState;
}

/** The note of a node; one that says that it is activated now, where there is none. */
export function noteOf(workflowData: Record<string, unknown>, nodeId: string, now: number): WorkflowNote {
	const name = `salesOrderIntegrationTrigger:${nodeId}`;
	const noted = workflowData[name] as WorkflowNote | undefined;
	if (typeof noted?.at === 'number') return noted;
	workflowData[name] = { at: now };
	return workflowData[name] as WorkflowNote;
}

/**
 * The state to go on with: the stored one, or the noted one when the node was renamed since. A stored one that the
 * note knows nothing of is then from a time when the node, or another one, had that name before.
 */
export function stateOf(nodeName: string, stored: unknown, { state: noted }: WorkflowNote): unknown {
	if (noted === undefined || noted.nodeName === nodeName) return stored;
	const { nodeName: storedUnder } = (stored ?? {}) as Partial<TriggerState>;
	return storedUnder === noted.nodeName ? stored : noted;
}

/**
 * A state without the ids of orders that had arrived when all was last known to be handed over, which are most of it.
 * A renamed node repeats and loses nothing with it, but its sweeps read everything until enough is remembered again.
 */
export function carriedState(state: TriggerState): TriggerState {
	const { newOrders, seen, forgottenBefore } = state;
	const firstDay = Math.floor(Math.min(newOrders.readUntil, surelySweptUntil(state)) / DAY_MS);
	return {
		...state,
		seen: Object.fromEntries(Object.entries(seen).filter(([day]) => Number(day) >= firstDay)),
		forgottenBefore: Math.max(forgottenBefore, firstDay * DAY_MS),
		ordersByHour: {},
	};
}
