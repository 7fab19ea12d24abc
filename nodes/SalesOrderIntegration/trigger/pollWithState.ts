/** A poll together with its memory: loads the state, reads, and moves the state at the very end. Knows no n8n types. */
import { isInMaintenance, type ServiceFailure } from '../errors/failures';
import { reportTexts } from '../errors/reportTexts';
import type { Client } from '../http/client';
import { Draft } from './draft';
import { orderEventNames } from './events';
import type { Knowledge } from './known';
import { Attention, counted, dueSummary, type SummaryItem } from './reports';
import { readRound } from './round';
import type { TriggerSettings } from '../parameters/triggerSettings';
import { checkStored } from './state/loadState';
import { polledAtOf, revisionOf, storedOrNoted, type NodeIdentity, type Note } from './state/note';
import { keepStartFrom, stateOf, withSettings, withState } from './state/services';
import { newSummary, noAttention, type Report, type ServiceState, type TriggerState } from './state/state';
import type { OrderItem } from './trackedOrder';

/** What a poll is given, and where n8n keeps its memory. */
interface PollEnvironment {
	knowledge: Knowledge;
	/** Whether a poll has begun since that counts instead: n8n 1.123 would emit both. */
	isOutdated(): boolean;
	/** Its timing says what time it is, its deadline when the poll must have ended. */
	client: Client;
	settings: TriggerSettings;
	/** n8n's static data of the node: the state lives in it. */
	nodeData: Record<string, unknown>;
	/** In n8n's static data of the workflow. */
	note: Note;
	node: NodeIdentity;
	credentialId: string;
	/** Writes to n8n's log. */
	log(message: string): void;
}

/** What the workflow receives: orders, reports or a summary. Never two of them, so that each has its own execution. */
export type TriggerItem = OrderItem | ({ event: 'attention' } & Report) | SummaryItem;

/**
 * Polls once and moves the state.
 *
 * @param toOutput makes what n8n receives from the items. The state moves only if it succeeds.
 * @throws ServiceFailure, or what `toOutput` throws; the state is then as it was
 */
export async function pollWithState<Output>(
	environment: PollEnvironment,
	toOutput: (items: TriggerItem[]) => Output[],
): Promise<Output[]> {
	const { client, settings, knowledge, nodeData, note, node, log } = environment;
	const now = client.timing.now();
	const service = `${client.connection.baseUrl} ${environment.credentialId}`;
	const kept = storedOrNoted(nodeData.state, note, node);
	const revision = revisionOf(kept);
	const foundAt = polledAtOf(kept);
	// n8n loaded this state before it saved the last delivery.
	if (knowledge.isBehind(revision, now)) return [];
	const storedData = knowledge.keptSince(kept) ?? kept;
	const stored = storedData === undefined ? undefined : checkStored(storedData, now, note.state);
	const identity = { version: 1 as const, revision, nodeId: node.id, nodeName: node.name };
	if (stored && stored.damagedSince === undefined) {
		keepStartFrom(stored, service, settings.startFrom?.text);
		// Settings count from the poll that first sees them, also if it pauses or fails, and at other services too.
		const services = withSettings(stored.services, service, settings, now);
		knowledge.last = { state: { ...stored, ...identity, services }, isDelivery: false, at: now, foundAt };
		// Responses may still show what time it is at the present one: it is adapted then.
		const { [service]: present } = stored.services;
		stored.services = { ...services, ...(present && { [service]: present }) };
	}
	if (settings.pauseDuringMaintenance && isInMaintenance(now)) {
		log('The service is in its maintenance window. The trigger pauses and continues afterwards.');
		return [];
	}
	knowledge.readsFrom(service);
	const isChosen = settings.events.includes('attention');
	const attention = new Attention(stored?.attention ?? noAttention, service, isChosen, log);
	const input = { client, settings, service, attention, switchedOnAt: note.at };
	const before = await stateOf(stored, input);
	// A Date header counts if it agrees with another one, of this poll or the last.
	client.clock.lastSeen ??= knowledge.clockSeen ?? { date: now + before.clockOffsetMs, at: now };

	let next = before;
	let summary = stored?.summary ?? newSummary(before.polledAt);
	let failure: ServiceFailure | undefined;
	// At another service, the clock of the last summary was another one.
	const summaryHere = stored?.service === service ? summary : newSummary(before.polledAt);
	// After reports or a summary, orders come first.
	let items = stored?.hasToRead ? [] : reportsIn(environment, attention, before, summaryHere);
	const isRead = items.length === 0;
	if (isRead) {
		const draft = new Draft(before, settings, client, attention);
		failure = await readRound({ ...environment, draft });
		reportHints(client, attention, log);
		next = draft.toState();
		// One that is chosen later counts from then on.
		summary = settings.events.includes('summary') ? counted(summary, draft) : newSummary(next.polledAt);
		items = draft.items.length > 0 ? draft.items : reportsIn(environment, attention, next, summary);
	}
	if (environment.isOutdated()) return [];
	knowledge.clockSeen = client.clock.lastSeen;
	const output = toOutput(items);
	const isDelivery = items.length > 0;
	const told = items[0]?.event;
	if (told === 'attention') attention.reports.length = 0;
	if (told === 'summary') summary = newSummary(next.polledAt);
	if (told === 'attention' || told === 'summary') knowledge.lastTold = told;
	const state = {
		...identity,
		revision: revision + (isDelivery ? 1 : 0),
		service,
		services: withState(stored?.services ?? {}, service, next),
		attention: attention.toState(next.polledAt),
		summary,
		hasToRead: !isRead,
	};
	knowledge.last = { state, isDelivery, at: client.timing.now(), foundAt };
	// Never twice in a row: the durable scheduler waits longer after each further one, and the other list would wait with it.
	const untold = isDelivery || isChosen || knowledge.hasFailed ? undefined : failure;
	knowledge.hasFailed = untold !== undefined;
	if (untold) throw untold;
	// The one place where the state moves, after everything that can fail.
	nodeData.state = state;
	note.state = structuredClone(state);
	if (isDelivery) note.deliveredAs = node.name;
	return output;
}

/** What is delivered instead of orders: reports, or the daily summary if it is due. If both are, they take turns. */
function reportsIn(
	{ settings, knowledge }: PollEnvironment,
	{ reports }: Attention,
	state: ServiceState,
	summary: TriggerState['summary'],
): TriggerItem[] {
	const isChosen = settings.events.includes('summary');
	const due = isChosen && dueSummary(summary, state, orderEventNames, knowledge.failing);
	if (due && (reports.length === 0 || knowledge.lastTold === 'attention')) return [due];
	return reports.map((report) => ({ event: 'attention', ...report }));
}

function reportHints({ hints }: Client, attention: Attention, log: (message: string) => void): void {
	for (const field of hints.oddFields) {
		const message = `The field '${field}' is missing or has an unexpected type.`;
		attention.report('oddData', field, reportTexts.oddData(message));
	}
	for (const { kind, message } of hints.list()) {
		if (kind === 'leftOut') attention.report('oddData', kind, reportTexts.oddData(message));
		else if (kind !== 'oddData') log(message);
	}
}
