/**
 * One poll as a function: of the settings, the state, the time and what the service answers, to what is handed over
 * and the next state. Knows nothing of n8n.
 */
import type { Client } from '../http/client';
import { asFailure } from '../errors/failures';
import type { ServiceFailure } from '../errors/failures';
import type { FailureKind } from '../errors/failureTable';
import { byArrival } from './decide';
import { PollRun } from './run';
import type { TriggerItem } from './run';
import { deletionsShownFrom, shownFrom } from './reach';
import type { TriggerSettings } from './settings';
import { stepNames } from './memory/state';
import type { StepName, TriggerState } from './memory/state';
import { steps } from './steps';
import { isOutOfRoom } from './windows';

/** What a poll is given. */
export interface PollInput {
	/** Its timing says what time it is. */
	client: Client;
	settings: TriggerSettings;
	/** Is not changed. */
	state: TriggerState;
	/** When the poll must have ended, epoch milliseconds. */
	deadline: number;
	/** For what the user should find in n8n's log. */
	warn(message: string): void;
}

/** What comes of a poll. */
export interface PollResult {
	/** By arrival, then id. */
	items: TriggerItem[];
	/** Replaces the old state when, and only when, the items are handed over. */
	state: TriggerState;
}

/**
 * Polls once: deletions, new orders, late ones, and those not yet receipted, as far as time, the rate limit and
 * `maxOrdersPerRun` go; the rest is left to the next poll.
 *
 * @throws ServiceFailure when the service fails and the poll came to nothing that is worth keeping
 */
export async function poll({ client, settings, state, deadline, warn }: PollInput): Promise<PollResult> {
	const run = new PollRun(client, settings, structuredClone(state), deadline, warn);
	const failure = await takeSteps(run);
	if (failure && !isWorthKeeping(run, failure, state)) throw failure;
	if (failure) warn(`${failure.message}. What had been read is kept; the next poll continues.`);
	return { items: run.items.sort(byArrival), state: nextState(run) };
}

/** Failures of one list that say nothing of the others; after any other one, the poll has nothing more to hope for. */
const OF_ONE_LIST: FailureKind[] = [
	'badRequest',
	'clientError',
	'serverError',
	'timeout',
	'tooLarge',
	'foreignLink',
	'brokenLink',
	'pageLoop',
	'unsettled',
	'tooManyAtOnce',
];

/** Takes the steps in turn. Gives the first failure. */
async function takeSteps(run: PollRun): Promise<ServiceFailure | undefined> {
	const names = inTurn(run.state.nextStep);
	delete run.state.nextStep;
	let failure: ServiceFailure | undefined;
	for (const [position, name] of names.entries()) {
		if (!run.hasTime) {
			run.state.nextStep = name;
			break;
		}
		const failed = await steps[name](run).then(() => undefined, asFailure);
		if (!failed) continue;
		failure ??= failed;
		// It comes first next time, unless it came first this time: then the others get their turn.
		if (isOutOfRoom(failed)) run.state.nextStep = position === 0 ? names[1] : name;
		if (!OF_ONE_LIST.includes(failed.kind)) break;
	}
	return failure;
}

/** Whether a poll that failed goes on as if it had ended there, instead of being repeated from where it began. */
function isWorthKeeping(run: PollRun, failure: ServiceFailure, before: TriggerState): boolean {
	if (run.items.length > 0 || run.isPartlyRead) return true;
	if (!isOutOfRoom(failure)) return false;
	if (run.successes > 0) return true;
	// Once without any answer may be the fault of the step that came first, twice is that of the service.
	return failure.kind === 'outOfTime' && !before.wasFruitless;
}

function inTurn(first: StepName = 'deletions'): StepName[] {
	const position = stepNames.indexOf(first);
	return [...stepNames.slice(position), ...stepNames.slice(0, position)];
}

function nextState(run: PollRun): TriggerState {
	const { state, settings, seen, ordersByHour, seenDeleted, fingerprints, pending } = run;
	const limit = shownFrom(state, settings);
	const forgotten = seen.forgetDaysBefore(limit);
	const forgottenDeletions = seenDeleted.forgetDaysBefore(deletionsShownFrom(state, settings));
	fingerprints.forgetDaysBefore(limit);
	ordersByHour.forgetBefore(limit);
	return {
		...state,
		polledAt: run.readAt,
		clockOffsetMs: run.client.clock.offsetMs ?? 0,
		wasFruitless: run.successes === 0,
		seen: seen.toStored(),
		ordersByHour: ordersByHour.toStored(),
		forgottenBefore: Math.max(state.forgottenBefore, forgotten ?? 0),
		seenDeleted: seenDeleted.toStored(),
		deletionsForgottenBefore: Math.max(state.deletionsForgottenBefore, forgottenDeletions ?? 0),
		fingerprints: fingerprints.toStored(),
		pending: [...pending.values()],
	};
}
