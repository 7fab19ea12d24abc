/** A poll together with its memory: loads the state, polls, and moves the state at the very end. Knows no n8n types. */
import { isInMaintenance } from '../errors/failures';
import type { Client } from '../http/client';
import { users } from '../lists/orders';
import { readPage } from '../lists/pages';
import { Attention } from './attention';
import { poll } from './poll';
import type { PollInput } from './poll';
import type { TriggerSettings } from './settings';
import { activationNote, forNote, storedOrNoted } from './state/activationNote';
import type { ActivationNote } from './state/activationNote';
import { loadState } from './state/loadState';
import type { LoadedState } from './state/loadState';
import { initialState, noAttention } from './state/state';
import type { AttentionItem, TriggerState } from './state/state';
import type { OrderItem } from './trackedOrder';

/** What a poll is given, and where n8n keeps its memory. */
export interface Surroundings extends Omit<PollInput, 'state' | 'attention'> {
	/** n8n's static data of the node: the state lives in it. */
	nodeData: Record<string, unknown>;
	/** n8n's static data of the workflow, for the note of the node. */
	workflowData: Record<string, unknown>;
	nodeId: string;
	nodeName: string;
}

/** What the workflow receives: orders, or reports. Never both, so that reports start a separate execution. */
export type TriggerItem = OrderItem | ({ event: 'attention' } & AttentionItem);

/**
 * Polls once and moves the state.
 *
 * @param toOutput makes what n8n receives from the items. The state moves only if it succeeds.
 * @throws ServiceFailure, or what `toOutput` throws; the state is then as it was
 */
export async function pollWithState<Output>(
	surroundings: Surroundings,
	toOutput: (items: TriggerItem[]) => Output[],
): Promise<Output[]> {
	const { client, settings, nodeData, workflowData, nodeId, nodeName, log } = surroundings;
	const now = client.timing.now();
	const note = activationNote(workflowData, nodeId, now);
	if (settings.pauseDuringMaintenance && isInMaintenance(now)) {
		log('The service is in its maintenance window. The trigger pauses and continues afterwards.');
		return [];
	}
	const { baseUrl: service } = client.connection;
	const stored = storedOrNoted(nodeName, nodeData.state, note);
	const loaded =
		stored === undefined
			? await firstState(client, settings, note)
			: loadState(stored, { settings, service, now });
	const isChosen = settings.events.includes('attention');
	const attention = new Attention(loaded.attention, now, { isChosen, log });
	const { current, began } = loaded;
	const since = current.readings.createdNear.lastBegan;
	if (began === 'stateRebuilt') attention.stateRebuilt(since);
	if (began === 'otherService') attention.otherService(service, since);

	const result = await poll({ ...surroundings, state: current, attention });
	for (const { kind, message } of client.hints.list()) {
		if (kind === 'oddData' || kind === 'leftOut') attention.oddData(kind, message);
		else log(message);
	}
	const report = attention.deliver(result.items.length > 0);
	const isReport = report.items.length > 0;
	const output = toOutput(
		isReport ? report.items.map((item) => ({ event: 'attention', ...item })) : result.items,
	);
	const next: TriggerState = {
		version: 1,
		nodeName,
		service,
		// After a report, the next poll finds the orders again.
		services: { ...loaded.others, [service]: isReport ? current : result.state },
		attention: report.state,
	};
	// The one place where the state moves, after everything that can fail.
	nodeData.state = next;
	note.state = forNote(next);
	return output;
}

/** The state of a trigger that has none: it starts at its activation, by the clock of the service. */
async function firstState(
	client: Client,
	settings: TriggerSettings,
	note: ActivationNote,
): Promise<LoadedState> {
	if (note.clockOffsetMs === undefined) {
		if (client.clock.offsetMs === undefined) await readPage(client, users);
		note.clockOffsetMs = client.clock.offsetMs ?? 0;
	}
	const current = initialState(settings, note.at + note.clockOffsetMs);
	return { current: { ...current, clockOffsetMs: note.clockOffsetMs }, others: {}, attention: noAttention };
}
