/**
 * What the trigger notes in the static data of the workflow, under the ID of its node, because n8n does not always find
 * what a poll stored for the node:
 *
 * - With durable cursors it drops what was stored at activation, and the first tick can run in another process. So the
 *   time of the activation is noted.
 * - Without them it stores under the name of the node, so that a renamed node starts with nothing. So the state is noted
 *   as well, without the IDs that no reading asks for any more.
 */
import { HOUR_MS } from '../../dates/durations';
import { dayOf } from './idsByDay';
import type { TriggerState } from './state';

/** What is noted. */
export interface ActivationNote {
	/** When the trigger was activated first, by our clock, epoch milliseconds. */
	at: number;
	/** How far the clock of the service was ahead of it, milliseconds; unknown before the first response. */
	clockOffsetMs?: number;
	state?: TriggerState;
}

/** The note of a node. Where there is none, a new one says that the node is activated now. */
export function activationNote(
	workflowData: Record<string, unknown>,
	nodeId: string,
	now: number,
): ActivationNote {
	const name = `salesOrderIntegrationTrigger:${nodeId}`;
	const noted = workflowData[name] as ActivationNote | undefined;
	if (typeof noted?.at !== 'number') workflowData[name] = { at: now };
	return workflowData[name] as ActivationNote;
}

/**
 * The state to continue with: the stored one, or the noted one if the node was renamed since. What is stored under the
 * new name is then from a time when this or another node had that name before.
 */
export function storedOrNoted(nodeName: string, stored: unknown, { state: noted }: ActivationNote): unknown {
	if (noted === undefined || noted.nodeName === nodeName) return stored;
	const { nodeName: storedUnder } = (stored ?? {}) as Partial<TriggerState>;
	return storedUnder === noted.nodeName ? stored : noted;
}

/**
 * A state for the note: small, and nothing is repeated or lost with it, because orders that arrived before both readings
 * of the created list last began are known to be delivered, or not wanted.
 */
export function forNote(state: TriggerState): TriggerState {
	const services = Object.entries(state.services).map(([name, service]) => {
		const { createdNear, createdFar } = service.readings;
		const firstDay = dayOf(Math.min(createdNear.lastBegan, createdFar.lastBegan) - HOUR_MS);
		const delivered = Object.entries(service.delivered).filter(([day]) => day >= firstDay);
		const deliveredForgottenBefore = Math.max(service.deliveredForgottenBefore, Date.parse(firstDay));
		return [
			name,
			{ ...service, delivered: Object.fromEntries(delivered), deliveredForgottenBefore },
		] as const;
	});
	return { ...state, services: Object.fromEntries(services) };
}
