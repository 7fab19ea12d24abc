/**
 * Who activates a workflow, and what is checked before a user's activation succeeds: the credential, at any hour, and its
 * time zone (design 3.4, 4).
 */
import {
	asFailure,
	InputError,
	isInMaintenance,
	isOfCheck,
	ServiceFailure,
	unless,
} from '../errors/failures';
import { forCheck, type Client } from '../http/client';
import { checkTimeZone } from '../lists/checkTimeZone';
import { users } from '../lists/orders';
import { readPage } from '../lists/pages';
import type { TriggerSettings } from '../parameters/triggerSettings';
import type { Knowledge } from './known';

/** What n8n says of a poll. */
interface PollOfN8n {
	context: object;
	/** What getActivationMode() returns. */
	mode: string;
	/** Whether this n8n has getPollBudgetMs(). */
	hasBudget: boolean;
	/** The node with its settings, as text. */
	node: string;
}

/** Undefined for a poll that activates nothing. */
type Activation = 'byUser' | 'byN8n' | undefined;

/** Contexts that have polled: the plain engine polls at activation, and then again and again with the same context. */
const polled = new WeakSet<object>();

/**
 * Who activates the workflow with this poll. Each poll of the durable scheduler has a new context and the mode `update`. So
 * has the poll with which n8n activates a node that has changed, or whose activation was refused.
 */
export function activationOf(
	knowledge: Knowledge,
	{ context, mode, hasBudget, node }: PollOfN8n,
): Activation {
	const isChanged = node !== knowledge.node;
	const isFirstPoll = !polled.has(context);
	polled.add(context);
	const mayBeScheduled = mode === 'update' && hasBudget && !knowledge.reusesContexts;
	knowledge.reusesContexts = !isFirstPoll;
	if (!isFirstPoll || (mayBeScheduled && !isChanged)) return undefined;
	if (mode === 'activate') knowledge.forgetFailures();
	// A node is known once it is accepted. After a restart, this may be a poll of the scheduler: the next one then goes on.
	const mayGoOn = mayBeScheduled && knowledge.node === undefined;
	knowledge.node = mayGoOn ? node : '';
	return mode === 'activate' || mode === 'update' ? 'byUser' : 'byN8n';
}

/**
 * Refuses an activation that cannot work. A failure that may pass does not refuse it.
 *
 * @throws ServiceFailure if the credential does not work; InputError if its time zone is wrong
 */
export async function checkActivation(client: Client, settings: TriggerSettings): Promise<void> {
	const failure = await checkCredential(client, settings).then(() => undefined, asFailure);
	if (failure && failsPoll('byUser', failure, client.timing.now())) throw failure;
}

async function checkCredential(client: Client, settings: TriggerSettings): Promise<void> {
	await readPage(client, users);
	const isPaused = settings.pauseDuringMaintenance && isInMaintenance(client.timing.now());
	if (settings.checkTimeZone && !isPaused) await requireRightZone(client);
}

/**
 * The windows of the check are long: where they cannot be read, there is no verdict, but shorter ones may be read.
 *
 * @throws InputError if recent orders show that the time zone of the credential is wrong; ServiceFailure
 */
export async function requireRightZone(client: Client): Promise<void> {
	const mismatch = await unless(isOfCheck, checkTimeZone(forCheck(client)));
	if (mismatch === undefined) return;
	throw new InputError(
		mismatch,
		"If you are sure that it is right, switch off 'Check Time Zone' in the options of the trigger.",
	);
}

/** An error that refuses an activation. n8n shows nothing of it but its message, which then says what to do as well. */
export function asRefusal(error: unknown): unknown {
	if (!(error instanceof ServiceFailure || error instanceof InputError)) return error;
	error.message = `${error.message.replace(/\.$/, '')}. ${error.description}`;
	return error;
}

/** Whether an error fails the poll. An activation fails only if the user has to correct something; n8n's own, a setting. */
export function failsPoll(activation: Activation, error: unknown, now: number): boolean {
	if (activation === undefined || error instanceof InputError) return true;
	if (activation === 'byN8n' || !(error instanceof ServiceFailure)) return activation === 'byUser';
	const isPermanent = ['credential-invalid', 'configuration-invalid'].includes(error.failureCause);
	// During maintenance, the service may send web pages.
	return isPermanent && !(error.kind === 'html' && isInMaintenance(now));
}
