/**
 * The step of a poll that spares most sweeps (design 4): where the service counts as many orders as are remembered,
 * there is no new one, late or not; where it counts more, one half of the time is searched for them, then the other.
 * That takes a call or a few, however many orders there are, and no reading of new orders beside it.
 *
 * Its one weakness: an order that was deleted without the trigger's knowledge makes room for another one. So it waits
 * until the deletions of the poll are known, and reaches further back than a sweep must, so that what one search
 * overlooked is in the next; and from time to time a sweep reads every order all the same.
 */
import { parseTimestamp } from '../../dates';
import type { TimeWindow } from '../../dates';
import type { Page } from '../../lists/pages';
import type { WireRecord } from '../../lists/wire';
import { findNews } from '../decide';
import { inWholeHours } from '../memory/ordersByHour';
import { BETWEEN_WHOLE_SWEEPS_MS, countFrom, isSweepDue, sweepFrom } from '../reach';
import { AHEAD_MS, createdOrdersOf, withoutDeleted } from '../reading';
import { handOver, MOST_KNOWN_ORDERS } from '../readOn';
import type { PollRun } from '../run';
import { excessOf } from '../windows';

/**
 * Finds new and late orders by their number, when a sweep is due and numbers tell enough. When it does not find all of
 * them, the steps that read are left to do so.
 *
 * @throws ServiceFailure when a page cannot be had
 */
export async function countOrders(run: PollRun): Promise<void> {
	const { state, settings, readAt } = run;
	if (state.lateOrders.current || !isSweepDue(state, settings, readAt)) return;
	const window = inWholeHours({ start: countFrom(state, settings), end: run.now + AHEAD_MS });
	if (!doNumbersTell(run, window)) return;

	// Noted first: unless the search comes to its end, a sweep follows.
	state.lateOrders.current = { began: readAt, readUntil: sweepFrom(state, settings) };
	if (!(await findAll(run, window))) return;
	state.lateOrders = { lastBegan: readAt };
	state.newOrders = { readUntil: readAt, readAt };
	run.areNewOrdersKnown = true;
}

/** Whether every deletion in the window is known, and nothing is looked for that changes no number. */
function doNumbersTell(run: PollRun, { start }: TimeWindow): boolean {
	const { state, settings, readAt } = run;
	const { since, newOrders, sweptWholeAt } = state;
	const isOnlyNumber = since.created !== undefined && since.edited === undefined;
	const areDeletionsKnown = run.areDeletionsKnown && readAt - settings.deletedMs <= start;
	// In a backlog, most orders are not known yet.
	const isUpToDate = newOrders.readUntil === newOrders.readAt;
	// So that an order which numbers hide waits no longer than a third of the time in which it must come.
	const longest = Math.min(BETWEEN_WHOLE_SWEEPS_MS, settings.lateSyncMs / 3);
	return isOnlyNumber && areDeletionsKnown && isUpToDate && readAt - sweptWholeAt < longest;
}

/** How many orders of a window are not known; below zero where a deletion is not, NaN where the service does not count. */
function unknownIn(run: PollRun, window: TimeWindow, totalCount: number): number {
	return totalCount - run.ordersByHour.countIn(window);
}

/** Whether every order of the window is known now. */
async function findAll(run: PollRun, window: TimeWindow): Promise<boolean> {
	const look = await lookAt(run, window);
	if (!look) return false;
	if (look.isWhole) return true;
	const { totalCount, pageSize } = look;
	const pages = Math.ceil(totalCount / pageSize);
	// For more orders than there are pages, to read every page is as cheap; so it is after as many looks.
	if (unknownIn(run, window, totalCount) > pages) return false;
	return await search(run, window, totalCount, { pageSize, looksLeft: pages });
}

/** What the first page of a window shows. */
interface Look {
	/** Orders in the window, as the service counts them. */
	totalCount: number;
	/** Orders on a page. */
	pageSize: number;
	/** Whether the window was read to its end. */
	isWhole: boolean;
	/** What was read of it. */
	orders: WireRecord[];
}

/**
 * Looks at a window and hands over what is new there: on its first page, or in all of a window that cannot be parted.
 *
 * @returns undefined when time or quota do not suffice, or the list would not settle
 */
async function lookAt(run: PollRun, window: TimeWindow): Promise<Look | undefined> {
	if (!run.hasTime || run.quotaOfNew === 0) return undefined;
	const isOneHour = run.ordersByHour.middleOf(window) === undefined;
	const room = run.room(MOST_KNOWN_ORDERS);
	let first: Page | undefined;
	const list = await createdOrdersOf(run)(window, (page) => {
		first = page;
		return page.isLast || (isOneHour && excessOf(page, room) <= 1);
	});
	const { records = [], totalCount = NaN } = first ?? {};
	// The oldest come first where not all can be handed over, and those who read keep to that.
	if (unknownIn(run, window, totalCount) > run.quotaOfNew) return undefined;
	const orders = list?.records ?? withoutDeleted(records);
	if (!handOver(run, findNews(run, orders), run.quotaOfNew) || list?.isSettled === false) return undefined;
	return { totalCount, pageSize: records.length, isWhole: list !== undefined, orders };
}

/** A search under way. */
interface Search {
	pageSize: number;
	looksLeft: number;
}

/**
 * Searches a window of whole hours for the orders that are not known, of which there are as many as `totalCount` is
 * higher than the count of those that are.
 *
 * @returns whether every order in it is known now
 */
async function search(run: PollRun, window: TimeWindow, totalCount: number, plan: Search): Promise<boolean> {
	const unknown = unknownIn(run, window, totalCount);
	if (unknown === 0) return true;
	if (!(unknown > 0) || plan.looksLeft-- === 0) return false;
	const middle = run.ordersByHour.middleOf(window);
	if (middle === undefined || totalCount <= plan.pageSize) {
		const look = await lookAt(run, window);
		return look?.isWhole === true && isCountRight(run, window, look.orders);
	}

	// The older half first: most lists begin with the newest, which were on the first page of the whole.
	const older = { ...window, end: middle };
	const look = await lookAt(run, older);
	if (!look || !(look.isWhole || (await search(run, older, look.totalCount, plan)))) return false;
	// Less those that are known there now, not those that the service counts there: windows are sent a little wider than
	// they are, so that an order may lie in both, and would make room for one that is not known.
	const newerCount = totalCount - run.ordersByHour.countIn(older);
	return await search(run, { ...window, start: middle }, newerCount, plan);
}

/**
 * Whether as many orders lie in a window as are remembered there. If not, as when the date of one was changed, the
 * counts of other hours may be wrong by as much, and hide what is looked for.
 */
function isCountRight(run: PollRun, window: TimeWindow, orders: WireRecord[]): boolean {
	const isInside = (order: WireRecord) => {
		const date = parseTimestamp(order[run.settings.windowDate]);
		return date !== undefined && window.start <= date && date < window.end;
	};
	return orders.filter(isInside).length === run.ordersByHour.countIn(window);
}
