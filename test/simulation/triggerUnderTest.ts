/** The trigger as the simulation runs it: one poll, as its poll() does it. The only file that calls the trigger. */
import { asFailure } from '../../nodes/SalesOrderIntegration/errors/failures';
import type { Client } from '../../nodes/SalesOrderIntegration/http/client';
import {
	activationOf,
	checkActivation,
	failsPoll,
} from '../../nodes/SalesOrderIntegration/trigger/activation';
import { knowledgeOf, unlessPolling } from '../../nodes/SalesOrderIntegration/trigger/known';
import { pollWithState, type TriggerItem } from '../../nodes/SalesOrderIntegration/trigger/pollWithState';
import { noteOf } from '../../nodes/SalesOrderIntegration/trigger/state/note';
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
	/** Stands for the process, whose memory it has. */
	process: object;
	/** Whether this n8n has getPollBudgetMs(). */
	hasBudget: boolean;
	log(message: string): void;
}

const keys = new WeakMap<object, string>();
let processes = 0;

/** Undefined if another poll of the process is under way. */
export async function pollTrigger(request: PollRequest): Promise<TriggerItem[] | undefined> {
	const { client, settings, process, context, mode } = request;
	const key = keys.get(process) ?? `process ${++processes}`;
	keys.set(process, key);
	const node = JSON.stringify([request.nodeName, request.credentialId, settings]);
	const knowledge = knowledgeOf(key);
	const activation = activationOf(knowledge, { ...request, node });
	const isActivation = activation !== undefined;
	return await unlessPolling(knowledge, { context, isActivation }, async (isOutdated) => {
		const began = client.timing.now();
		const isSwitchedOn = activation === 'byUser' && mode === 'activate';
		const note = noteOf(request.workflowData, request.nodeId, began, isSwitchedOn);
		if (activation === 'byUser') await checkActivation(client, settings);
		knowledge.node = node;
		const identity = { id: request.nodeId, name: request.nodeName };
		const environment = { ...request, knowledge, isOutdated, note, node: identity };
		return await pollWithState<TriggerItem>(environment, (items) => items).catch((error: unknown) => {
			const failure = asFailure(error);
			if (failsPoll(activation, failure, client.timing.now())) throw failure;
			return [];
		});
	});
}
