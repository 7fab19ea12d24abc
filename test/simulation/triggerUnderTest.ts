/** The trigger as the simulation runs it: one poll, as its poll() does it. The only file that calls the trigger. */
import { asFailure } from '../../nodes/SalesOrderIntegration/errors/failures';
import type { Client } from '../../nodes/SalesOrderIntegration/http/client';
import { checkActivation, isTemporary } from '../../nodes/SalesOrderIntegration/trigger/activation';
import { unlessPolling } from '../../nodes/SalesOrderIntegration/trigger/known';
import { pollWithState, type TriggerItem } from '../../nodes/SalesOrderIntegration/trigger/pollWithState';
import type { SummaryItem } from '../../nodes/SalesOrderIntegration/trigger/reports';
import type { TriggerSettings } from '../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import type { ActivationMode } from './n8nModel';

export type { SummaryItem, TriggerItem };
export type OrderItem = Extract<TriggerItem, { order: unknown }>;
export type AttentionItem = Extract<TriggerItem, { reason: string }>;

/** What n8n gives poll(), and what it finds in the credential. */
export interface PollRequest {
	/** Its timing is the clock of n8n, which may be wrong. */
	client: Client;
	settings: TriggerSettings;
	/** Static data of the node and of the workflow: changed by the poll. */
	nodeData: Record<string, unknown>;
	workflowData: Record<string, unknown>;
	nodeId: string;
	nodeName: string;
	credentialId: string;
	/** Stands for the context of n8n: one for all polls of an activation, or a new one for each. */
	context: object;
	/** What getActivationMode() says. */
	mode: ActivationMode;
	/** Whether the workflow is switched on with this poll, or n8n starts. */
	isActivation: boolean;
	/** Stands for the process, whose memory it has. */
	process: object;
	budgetMs: number;
	/** Whether this n8n has getPollBudgetMs(). */
	hasBudget: boolean;
	log(message: string): void;
}

/** Kept back for what n8n does after the poll, as n8nPoll.ts does. */
const RESERVE_MS = 3_000;

/** When a poll must have ended by the clock of n8n. */
export function deadlineOf(budgetMs: number, now: number): number {
	return now + budgetMs - Math.min(RESERVE_MS, budgetMs / 10);
}

const keys = new WeakMap<object, string>();
let processes = 0;
const polled = new WeakSet<object>();

/** Undefined if another poll of the process is under way. */
export async function pollTrigger(request: PollRequest): Promise<TriggerItem[] | undefined> {
	const { client, settings, process, context, budgetMs, mode } = request;
	const key = keys.get(process) ?? `process ${++processes}`;
	keys.set(process, key);
	return await unlessPolling(key, context, async (poll) => {
		const began = client.timing.now();
		const deadline = deadlineOf(budgetMs, began);
		// As activationOf in n8nPoll.ts: what it concludes from the context, not what is.
		const node = JSON.stringify([request.nodeName, request.credentialId, settings]);
		const isChanged = poll.knowledge.node !== node;
		poll.knowledge.node = node;
		const isFirstPoll = !polled.has(context);
		polled.add(context);
		const mayBeScheduled = mode === 'update' && request.hasBudget;
		const isActivation = isFirstPoll && !(mayBeScheduled && !isChanged);
		const isByUser = isActivation && mode !== 'init';
		if (isByUser) await checkActivation(client, settings);
		const environment = {
			...poll,
			...request,
			began,
			deadline,
			node: { id: request.nodeId, name: request.nodeName },
			isSwitchedOn: isByUser && mode === 'activate',
		};
		return await pollWithState<TriggerItem>(environment, (items) => items).catch((error: unknown) => {
			const failure = asFailure(error);
			if (!isActivation || (isByUser && !isTemporary(failure, client.timing.now()))) throw failure;
			return [];
		});
	});
}
