/**
 * One round over the lists: every part that is due takes its turn, and reads for as long as there is room. The rest is
 * left to the next poll. Knows nothing of n8n (design 4, "A poll is one round").
 */
import { byTime, HOUR_MS, joined } from '../dates/durations';
import { asFailure, ServiceFailure, unless } from '../errors/failures';
import { givenUp, reportTexts } from '../errors/reportTexts';
import { checkTimeZone } from '../lists/checkTimeZone';
import { Budget } from './budget';
import { LONGEST_MEMORY_MS, type Draft } from './draft';
import { takeOrder } from './events';
import type { FailingPart, Knowledge, Part } from './known';
import { dueParts } from './parts';
import { withoutTheirParts } from './reports';
import { readUsers } from './state/services';
import { byArrival } from './trackedOrder';
import { giveUpWaiting, useAttemptsOfUnseen } from './waiting';
import { nextWindow, type WindowInput } from './windows';

/** What the parts of a round share. */
interface Round extends WindowInput {
	log(message: string): void;
}

/**
 * Reads everything that is due into the draft.
 *
 * @returns the failure of a part that has failed for an hour, if there is one
 * @throws ServiceFailure if no part read a window, unless one had the whole round and was too much for it
 */
export async function readRound(
	input: Omit<Round, 'budget' | 'windows'>,
): Promise<ServiceFailure | undefined> {
	const { draft, knowledge, log } = input;
	const { timing, deadline = Infinity, transport } = input.client;
	const budget = new Budget(timing, deadline);
	const client = { ...input.client, transport: budget.counting(transport) };
	const round = { ...input, client, budget, windows: 0 };
	let first: ServiceFailure | undefined;
	for (const part of knowledge.inTurn(dueParts(draft, knowledge), draft.began)) {
		const isFirst = budget.isUnused;
		const { windows } = round;
		const failure = await takeTurn(round, part).then(() => undefined, asFailure);
		if (!failure) continue;
		first ??= failure;
		log(`${part.what}: ${failure.message}. The next poll continues.`);
		const endsRound = failure.kind === 'rateLimited';
		// What lies ahead may fail after all that is present was read.
		const hasFailed = round.windows === windows || part.aside !== undefined;
		// If the rate limit ended the turn, only a part that had all of it lets others go first in the next round.
		if (hasFailed && (isFirst || !endsRound)) noteFailure(round, part, failure);
		if (endsRound) break;
	}
	useAttemptsOfUnseen(draft);
	// What had the whole poll to itself says nothing about the rest.
	if (round.windows === 0 && first?.kind !== 'tooManyAtOnce') throw first ?? new ServiceFailure('outOfTime');
	draft.items.sort(byArrival);
	await check(round);
	return reportFailingLists(draft, knowledge);
}

function noteFailure({ draft, knowledge }: Round, part: Part, failure: ServiceFailure): void {
	const { began, latestArrival, attention } = draft;
	knowledge.part(part.name).failed(part, failure, began);
	if (part.isNear) knowledge.out.add(part.list);
	// Nothing is given up in an outage.
	if (!part.aside || knowledge.out.has(part.list)) return;
	// A clock may be ahead, but arrivals prove how late it is.
	const isLost = ({ since }: { since: number }) => latestArrival - since >= LONGEST_MEMORY_MS;
	for (const window of joined(part.aside().filter(isLost).sort(byTime))) {
		part.pass(window);
		if (part.list === 'created') giveUpWaiting(draft, window);
		attention.report('listFails', `${part.what} ${window.from}`, givenUp(part.what, window.from, window.to));
	}
}

/** Reports what has failed for an hour, once until it can be read again. */
function reportFailingLists({ began, attention }: Draft, { failing }: Knowledge): ServiceFailure | undefined {
	const lasting = failing.filter(({ since }) => began - since >= HOUR_MS);
	// A part that had no turn in this round may work again.
	const isCertain = ({ at }: FailingPart) => at === began;
	for (const { what, since, failure } of withoutTheirParts(lasting).filter(isCertain))
		attention.report('listFails', what, reportTexts.listFails(what, since, failure));
	const first = lasting.find(isCertain);
	if (!first) return undefined;
	// The durable scheduler must not wait because of one list while others can be read.
	const { kind, details, message } = first.failure;
	return new ServiceFailure(kind, {
		...details,
		message: `${first.what} cannot be read. ${message}. Choose 'Attention Needed' to be told once instead of again and again.`,
		cause: 'temporarily-unavailable',
	});
}

function isFull({ items, settings }: Draft): boolean {
	return items.length >= settings.maxOrdersPerRun;
}

/** @throws ServiceFailure if the service fails: for this turn only */
async function takeTurn(round: Round, part: Part): Promise<void> {
	const { draft, knowledge, budget } = round;
	const { list, what } = part;
	const known = knowledge.part(part.name);
	while (budget.hasTime && !isFull(draft)) {
		const window = await nextWindow(round, part);
		if (window === 'waits') return;
		// This counts as a turn, also if there is no time for another try.
		known.missedTurns = 0;
		if (window === 'again') continue;
		// Of what was set aside, the rest may still fail.
		if (!part.aside || (!window && part.aside().length === 0)) {
			// What was set aside has a report of its own. Where a service refuses what is older than some days, each hour adds to
			// it, which is no news.
			const isAllRead = part.isNear || part.aside || knowledge.unreadable[list].length === 0;
			if (isAllRead) draft.attention.ended('listFails', what);
			known.failing = undefined;
		}
		if (!window) {
			known.goesOnAt = -Infinity;
			return;
		}
		round.windows++;
		let mustWait = false;
		for (const order of window.orders) {
			if (isFull(draft)) return;
			if (!takeOrder(draft, list, order)) mustWait = true;
		}
		// The next poll begins again, so that it sees whether orders that wait have their external ID now.
		if (mustWait) {
			known.goesOnAt = -Infinity;
			return;
		}
		if (!window.isComplete) throw new ServiceFailure('unsettled');
		known.length.succeeded(window, draft.began);
		part.pass(window);
	}
}

/** Checks what need not be checked at each poll: whenever it is time to look for late orders. */
async function check({ draft, client }: Round): Promise<void> {
	const { before, sweptAt, settings, attention } = draft;
	if (sweptAt <= before.polledAt) return;
	const isFailure = (error: unknown) => error instanceof ServiceFailure;
	if (settings.checkTimeZone) {
		const mismatch = await unless(isFailure, checkTimeZone(client));
		if (mismatch) attention.report('timeZone', client.connection.timezone, reportTexts.timeZone(mismatch));
	}
	// They may not have been read yet: by them, a new credential is known to be for the same account.
	if (draft.users.length === 0) draft.users = (await unless(isFailure, readUsers(client))) ?? [];
}
