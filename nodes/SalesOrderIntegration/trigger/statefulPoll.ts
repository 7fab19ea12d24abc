/** A poll together with its memory: finds the state, polls, and moves the state at the very end. Knows no n8n types. */
import type { Client } from '../api/client';
import { toServiceWindow } from '../api/dates';
import { maintenanceEnd } from '../api/maintenance';
import { createdOrders } from '../api/orders';
import { readPage } from '../api/pages';
import { poll } from './poll';
import type { TriggerItem } from './run';
import type { TriggerSettings } from './settings';
import { initialState } from './memory/state';
import { readState } from './memory/storedState';

/** What one poll works with. */
export interface Surroundings {
	client: Client;
	settings: TriggerSettings;
	/** n8n's static data of the node: the state lives in it. */
	nodeData: Record<string, unknown>;
	/** n8n's static data of the workflow, which outlasts an activation on every engine. */
	workflowData: Record<string, unknown>;
	nodeId: string;
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
	const { client, settings, nodeData, deadline, warn } = surroundings;
	const now = client.timing.now();
	if (settings.pauseDuringMaintenance && maintenanceEnd(now) !== undefined) {
		if (nodeData.state === undefined) activationOf(surroundings, now);
		return [];
	}
	const { state, problem } =
		nodeData.state === undefined
			? { state: initialState(settings, await startingPoint(surroundings, now)) }
			: readState(nodeData.state, settings, now);
	if (problem) warn(problem);

	const result = await poll({ client, settings, state, deadline, warn });
	const output = toOutput(result.items);
	// The one place where the state moves, after everything that can fail.
	nodeData.state = result.state;
	return output;
}

/** What is noted of an activation. */
interface Activation {
	/** By our clock, epoch milliseconds. */
	at: number;
	/** How far the clock of the service was ahead of it, milliseconds; unknown during maintenance. */
	clockOffsetMs?: number;
}

/** From when on orders count, for a trigger without a state: activation, by the clock of the service. */
async function startingPoint(surroundings: Surroundings, now: number): Promise<number> {
	const { client } = surroundings;
	const activation = activationOf(surroundings, now);
	if (activation.clockOffsetMs === undefined) {
		// One small page, which also refuses the activation of a trigger whose credential does not work.
		const window = toServiceWindow({ start: now, end: now }, client.connection.timezone);
		await readPage(client, createdOrders(client, window));
		activation.clockOffsetMs = client.clockOffsetMs ?? 0;
	}
	return activation.at + activation.clockOffsetMs;
}

/**
 * The note of the activation; it is made where there is none.
 *
 * With durable cursors n8n drops what poll() stores for the node at activation, and the first tick may come in another
 * process. The workflow's global static data is kept, so the note is there.
 */
function activationOf({ workflowData, nodeId }: Surroundings, now: number): Activation {
	const name = `salesOrderIntegrationTrigger:${nodeId}`;
	const noted = workflowData[name] as Activation | undefined;
	if (typeof noted?.at === 'number') return noted;
	workflowData[name] = { at: now };
	return workflowData[name] as Activation;
}
