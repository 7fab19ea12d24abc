/**
 * What the trigger notes in the static data of the workflow, under the ID of its node, because n8n does not always find
 * what a poll stored for the node: with durable cursors it drops what was stored at activation; without them it files it
 * under the name of the node; and an export has only one of both.
 */
import { valueAt } from '../../lists/wire';

/** What n8n knows a node by. */
export interface NodeIdentity {
	id: string;
	name: string;
}

/** What is noted of a node. */
export interface Note {
	/** When a user last switched the trigger on, by our clock, epoch milliseconds. */
	at: number;
	/** The state of the last poll. */
	state?: unknown;
	/** The name of the node at its last delivery. A note without it has that of its last poll, in the state. */
	deliveredAs?: string;
}

/**
 * The note of a node.
 *
 * @param isSwitchedOn whether a user switches the workflow on with this poll: a state that does not exist begins here
 */
export function noteOf(
	workflowData: Record<string, unknown>,
	nodeId: string,
	now: number,
	isSwitchedOn: boolean,
): Note {
	const name = `salesOrderIntegrationTrigger:${nodeId}`;
	const noted = workflowData[name] as Note | undefined;
	if (isSwitchedOn || typeof noted?.at !== 'number') workflowData[name] = { ...noted, at: now };
	return workflowData[name] as Note;
}

/**
 * The state to continue with: what is stored for this node; or the note, if nothing is, or if the node has delivered more
 * since, under another name or where an export does not have it. A note with one delivery more under the same name proves
 * nothing: n8n may have dropped its items.
 */
export function storedOrNoted(stored: unknown, note: Note, { id, name }: NodeIdentity): unknown {
	const { state: noted, deliveredAs = valueAt(noted, 'nodeName') } = note;
	const owner = valueAt(stored, 'nodeId');
	// n8n gives a node what a former one of the same name has left.
	const own = typeof owner === 'string' && owner !== id ? undefined : stored;
	if (own === undefined) return noted;
	const isRenamed = ![name, valueAt(own, 'nodeName')].includes(deliveredAs);
	const isLater = revisionOf(noted) > revisionOf(own) + (isRenamed ? 0 : 1);
	return isLater ? noted : own;
}

/** When the poll began that made a state, by the clock of its service, epoch milliseconds; NaN where there is none. */
export function polledAtOf(state: unknown): number {
	return Number(valueAt(state, ['services', String(valueAt(state, 'service')), 'polledAt']));
}

/** The number of the last delivery in a state; 0 where there is none. */
export function revisionOf(state: unknown): number {
	const revision = valueAt(state, 'revision');
	return typeof revision === 'number' ? revision : 0;
}
