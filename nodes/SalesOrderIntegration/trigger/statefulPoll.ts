/** A poll together with its memory: finds the state, polls, and moves the state at the very end. Knows no n8n types. */
import type { Client } from '../http/client';
import { toServiceWindow } from '../dates';
import { maintenanceEnd } from '../errors/maintenance';
import { createdOrders } from '../lists/orders';
import { readPage } from '../lists/pages';
import { poll } from './poll';
import type { TriggerItem } from './run';
import type { TriggerSettings } from './settings';
import { initialState } from './memory/state';
import { readState } from './memory/storedState';
import { carriedState, noteOf, stateOf } from './memory/workflowNote';
import type { WorkflowNote } from './memory/workflowNote';

/** What one poll works with. */
export interface Surroundings {
	client: Client;
	settings: TriggerSettings;
	/** n8n's static data of the node: the state lives in it. */
	nodeData: Record<string, unknown>;
	/** n8n's static data of the workflow, for the note of the node. */
	workflowData: Record<string, unknown>;
	nodeId: string;
	nodeName: string;
	/** When the poll must have ended, epoch milliseconds. */
	deadline: number;
	/** For what the user should find in n8n's log. */
	warn(message: string): void;
}

/**
 * Polls once and moves the state.
 *
 * @param toOutput turns the items into what is handed to n8n; the state moves only if it succeeds
 * @throws ServiceFailure, or what `toOutput` throws; the state is then as it was
 */
export async function pollWithState<Output>(
	surroundings: Surroundings,
	toOutput: (items: TriggerItem[]) => Output[],
): Promise<Output[]> {
	const { client, settings, nodeData, workflowData, nodeId, nodeName, deadline, warn } = surroundings;
	const now = client.timing.now();
	const note = noteOf(workflowData, nodeId, now);
	if (settings.pauseDuringMaintenance && maintenanceEnd(now) !== undefined) return [];
	const stored = stateOf(nodeName, nodeData.state, note);
	const { baseUrl: service } = client.connection;
	const { state, problem } =
		stored === undefined
			? { state: initialState(settings, await startingPoint(client, note)) }
			: readState(stored, settings, { now, service });
	if (problem) warn(problem);

	const result = await poll({ client, settings, state, deadline, warn });
	const output = toOutput(result.items);
	const next = { ...result.state, service, nodeName };
	// The one place where the state moves, after everything that can fail.
	nodeData.state = next;
	note.state = carriedState(next);
	return output;
}

/** From when on orders count, for a trigger without a state: activation, by the clock of the service. */
async function startingPoint(client: Client, note: WorkflowNote): Promise<number> {
	if (note.clockOffsetMs === undefined) {
		const now = client.timing.now();
		// One small page, which also refuses the activation of a trigger whose credential does not work.
		const window = toServiceWindow({ start: now, end: now }, client.connection.timezone);
		await readPage(client, createdOrders(client, window));
		note.clockOffsetMs = client.clock.offsetMs ?? 0;
	}
	return note.at + note.clockOffsetMs;
}
