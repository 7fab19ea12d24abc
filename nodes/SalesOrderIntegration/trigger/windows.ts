/** Reads the next window of a part of a list: a complete one that fits into a poll, oldest first. */
import { ALWAYS, SECOND_MS, wholeSecond, type Span } from '../dates/durations';
import { isWithin, outsideRepeatedHour } from '../dates/serviceWindow';
import { parseTimestamp } from '../dates/timestamp';
import { FILTER_DATES } from '../dates/zoneCheck';
import { asFailure, isRefusal, ServiceFailure } from '../errors/failures';
import type { FailureKind } from '../errors/failureTable';
import { reportTexts } from '../errors/reportTexts';
import type { Client } from '../http/client';
import { orderWindow, readOrders } from '../lists/orderWindow';
import { readPage, type Page } from '../lists/pages';
import { AHEAD_SINCE_MS } from '../lists/windowLength';
import type { Budget } from './budget';
import type { Draft } from './draft';
import type { Knowledge, Part, PartKnowledge } from './known';
import { byArrival, track } from './trackedOrder';

/** Windows of more orders are cut, so that memory stays bounded: some ten megabytes. */
const MOST_ORDERS = 2_000;

/** What the windows of a part are read with. */
export interface WindowInput {
	draft: Draft;
	client: Client;
	budget: Budget;
	knowledge: Knowledge;
	/** How many were read in this round. */
	windows: number;
}

/**
 * The next window, with its orders by arrival; undefined at the end of the part, `again` if it must be read in shorter
 * ones, or as a part of a longer one, `waits` if it fits into a poll but not into the rest of this one.
 *
 * @throws ServiceFailure if it cannot be read. The next window is then shorter, if that may help.
 */
export async function nextWindow(input: WindowInput, part: Part) {
	const next = nextTry(input, part);
	if (!next) return undefined;
	const reading = readWindow(input, part, next);
	return await reading.catch((error: unknown) => afterFailure(input, part, next, asFailure(error)));
}

type Try = NonNullable<ReturnType<typeof nextTry>>;

function nextTry({ draft, client, budget, knowledge }: WindowInput, { name, left }: Part) {
	const { timezone } = client.connection;
	const { waitsFor, length } = knowledge.part(name);
	const first = waitsFor ?? left()[0];
	if (!first) return undefined;
	// A window that cannot be shorter may take a whole poll.
	const isWhole = waitsFor !== undefined;
	const span = waitsFor ?? outsideRepeatedHour(length.windowOf(first, draft.began), timezone);
	// The service filters by seconds, so no window is shorter than one, or than an hour that a clock change repeats.
	const shortest = outsideRepeatedHour({ ...span, to: span.from + SECOND_MS }, timezone);
	const isDivisible = span.to > (isWhole ? withNext(shortest) : shortest).to;
	// Set once it was read.
	const firstPage = undefined as Page | undefined;
	const { isUnused: isFirst, endOfWindow } = budget;
	const until = Math.min(first.to, draft.began);
	return { span, until, isWhole, isDivisible, isFirst, endOfWindow, firstPage };
}

/** A window is sent some seconds longer (serviceWindow.ts): what makes it too long may lie within the seconds behind it. */
function withNext({ from, to }: Span): Span {
	return { from, to: wholeSecond(to - 1) + 4 * SECOND_MS };
}

/** @throws ServiceFailure if it cannot be read */
async function readWindow(input: WindowInput, part: Part, next: Try) {
	const { draft, client, budget, knowledge } = input;
	const { name, list, aside } = part;
	const { span, isWhole, isDivisible } = next;
	const known = knowledge.part(name);
	const request = orderWindow(client, list, span);
	const firstPage = await readPage(client, request.query);
	next.firstPage = firstPage;
	const excess = excessOf(draft, budget, firstPage);
	if (excess > 1 && !isWhole) {
		known.waitsFor = wholeOf(draft, known, request, firstPage);
		if (!known.waitsFor && isDivisible) known.length.cut(span, excess, draft.began);
		if (known.waitsFor || isDivisible) return 'again';
	}
	const fits = budget.hasTimeFor(firstPage) || (excess > 1 && next.isFirst);
	// One that cannot be shorter may take a whole poll, with the seconds that list the same: the next poll begins with it.
	if (!fits && excess > 1) known.waitsFor = isWhole || aside ? span : withNext(span);
	if (!fits) return 'waits';
	// Without a count of pages, a window that is too long shows only by its time.
	const isLimited = firstPage.totalPages === undefined && isDivisible;
	const deadline = isLimited ? next.endOfWindow : budget.deadline;
	// A service that filters by another date may list an order just outside of this window in no other one. So all that is
	// listed counts: an order that comes twice is remembered.
	const unfiltered = { ...request, window: ALWAYS };
	const read = await readOrders({ ...client, deadline }, unfiltered, { firstPage });
	// A service may list only so many of the orders that it counts of a window, or link to no further page.
	const { isLast, records, totalCount = Infinity, totalPages = 1 } = firstPage;
	const isCut = !isLast || (totalPages > 1 && records.length * totalPages >= totalCount);
	const isShort = read.isMiscounted && read.records.size < totalCount && isCut && isDivisible && !isWhole;
	if (isShort && !wholeOf(draft, known, request, firstPage)) {
		known.length.failed(span, 'unsettled', true, draft.began);
		return 'again';
	}
	if (read.isMiscounted) draft.attention.report('miscounted', list, reportTexts.miscounted(list));
	const orders = [...read.records.values()].map((order) => track(order, draft.began)).sort(byArrival);
	known.waitsFor = undefined;
	// After an outage, all is read from its beginning.
	known.tried(span, knowledge.out.has(list) ? -Infinity : span.to, draft.began);
	if (read.isSettled) knowledge.hasRead(list, span);
	else {
		// The next window is shorter, unless shorter ones list as much.
		const inVain = span.from < draft.began ? wholeOf(draft, known, request, firstPage) : undefined;
		if (inVain) {
			const end = Math.min(inVain.to, draft.began);
			knowledge.setAside(list, { ...span, to: end }, draft.began, draft.began);
			known.length.reset();
		} else shorten(input, part, next, 'unsettled', true);
	}
	// A list that changed with each reading may lack an order.
	return { ...span, orders, isComplete: read.isSettled };
}

/** @throws ServiceFailure if it ends the turn of the part */
function afterFailure(
	input: WindowInput,
	part: Part,
	next: Try,
	failure: ServiceFailure,
): 'again' | 'waits' | undefined {
	const { draft, budget, knowledge, windows } = input;
	const { span, isWhole, isDivisible, isFirst, endOfWindow, firstPage } = next;
	const { kind } = failure;
	// If others used up the poll, that says nothing about this window.
	if (kind === 'outOfTime' && endOfWindow === budget.deadline) return 'waits';
	const known = knowledge.part(part.name);
	if (kind === 'rateLimited' && !isFirst) {
		// Others used up the rate limit. The next poll begins with this window, which shows whether it is too long.
		known.tried(span, span.from, draft.began);
		throw failure;
	}
	const hasMorePages = firstPage?.isLast === false;
	const isTooMuch = kind === 'outOfTime' && hasMorePages && (isWhole || !isDivisible);
	// Without a count of pages, only the time shows that it may take a whole poll.
	known.waitsFor = isTooMuch && !isFirst ? span : undefined;
	if (known.waitsFor) return 'waits';
	known.tooMuch = undefined;
	const outcome = shorten(input, part, next, kind, hasMorePages);
	// While the part fails as a whole, what lies ahead is no exception.
	if (outcome === 'ahead' && !known.failing) {
		known.leaveOut(span, draft.began);
		return undefined;
	}
	// If the service has just listed another one, this is no outage.
	const mayTryAgain = isRefusal(failure) || (kind === 'serverError' && windows > 0);
	const isShorter = outcome === 'again' || (outcome === 'shorter' && mayTryAgain);
	if (isShorter && isDivisible && !isWhole) return 'again';
	known.tried(span, part.aside ? -Infinity : known.goesOnAt, draft.began);
	throw isTooMuch ? new ServiceFailure('tooManyAtOnce') : failure;
}

/** Makes the next window shorter, and sets aside what would be the next try, so that reading goes on behind it. */
function shorten(
	{ draft: { began }, client, knowledge }: WindowInput,
	part: Part,
	{ span, until, isDivisible }: Try,
	kind: FailureKind,
	hasMorePages: boolean,
) {
	const { list, isNear, aside } = part;
	const { length } = knowledge.part(part.name);
	// An outage says nothing about a window.
	if (knowledge.out.has(list) && !hasMorePages) return undefined;
	const outcome = length.failed(span, kind, hasMorePages, began, isNear, isDivisible);
	if (!outcome || outcome === 'ahead') return outcome;
	if (outcome === 'shortest' || !isDivisible) knowledge.cannotRead(part, span, until, began);
	else if (outcome === 'shorter' && span.from < began - AHEAD_SINCE_MS) {
		const half = outsideRepeatedHour(length.windowOf(span, began), client.connection.timezone);
		if (!aside) knowledge.setAside(list, half, 0, began);
	}
	return outcome;
}

/** Two windows list about as many orders if the fewer are at least this part of the more. */
const ABOUT_AS_MANY = 0.8;

/**
 * What to read as a whole although it holds more than it may, because to cut it is in vain: the longer one of this window
 * and the one before, if this is at most half of that, or follows it, and lists about as many orders, most of which lie
 * outside of it. Some services compare whole days, or list orders without a date in each window.
 */
function wholeOf(
	{ began }: Draft,
	known: PartKnowledge,
	{ window: { from, to }, sent, dateFields }: ReturnType<typeof orderWindow>,
	{ records, totalCount: count = 0 }: Page,
): Span | undefined {
	const before = known.tooMuch;
	known.tooMuch = { from, to, count };
	if (!before || ![before.from, before.to].includes(from)) return undefined;
	if (Math.min(count, before.count) < Math.max(count, before.count) * ABOUT_AS_MANY) return undefined;
	const longer = { from, to: Math.max(to, before.to) };
	known.tooMuch = { ...longer, count };
	// The future lists none: without it, a window is not emptier.
	const end = from < began ? Math.min(before.to, began) : before.to;
	if (from === before.from && to - from > (end - from) / 2) return undefined;
	const isInside = (date: unknown) => isWithin(parseTimestamp(date) ?? NaN, sent.widest);
	const fields = [...FILTER_DATES, ...dateFields];
	const inside = records.filter((order) => fields.some((field) => isInside(order[field])));
	return inside.length < records.length / 2 ? longer : undefined;
}

/** How many times more a window holds than it may: in time, or in orders. */
function excessOf({ settings }: Draft, budget: Budget, page: Page): number {
	const mostOrders = Math.max(MOST_ORDERS, settings.maxOrdersPerRun);
	// Some services count the whole account in every window.
	const { records, isLast, totalCount = 0 } = page;
	return Math.max(budget.excessOf(page), (isLast ? records.length : totalCount) / mostOrders);
}
