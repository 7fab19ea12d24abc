/**
 * The step of a poll that spares most sweeps (design 4): where the service counts as many orders as are remembered,
 * there is no new one, late or not; where it counts more, one half of the time is searched for them, then the other.
 * That takes a call or a few, however many orders there are, and no reading of new orders beside it.
 *
 * Its one weakness: an order that was deleted without the trigger's knowledge makes room for another one. So it waits
 * until the deletions of the poll are known, and reaches further back than a sweep must, so that what one search
 * overlooked is in the next; and from time to time a sweep reads every order all the same.
 */
import type { InstantWindow } from '../../api/dates';
import type { Page } from '../../api/pages';
import { findNews } from '../decide';
import { inWholeHours } from '../memory/ordersByHour';
import { AHEAD_MS, createdOrdersOf, withoutDeleted } from '../reading';
import { handOver, MOST_KNOWN_ORDERS } from '../readOn';
import type { PollRun } from '../run';
import { excessOf } from '../windows';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Finds new and late orders by their number, when a sweep is due and numbers tell enough. When it does not find all of
 * them, the steps that read are left to do so.
 *
 * @throws ServiceFailure when a page cannot be had
 */
export async function countOrders(run: PollRun): Promise<void> {
	const { state, settings, readAt } = run;
	const { lateOrders } = state;
	if (lateOrders.current || readAt - lateOrders.lastBegan < settings.sweepMs) return;
	const window = inWholeHours({
		start: lateOrders.lastBegan - settings.lateSyncMs - Math.min(settings.sweepMs, DAY_MS),
		end: run.now + AHEAD_MS,
	});
	if (!doNumbersTell(run, window)) return;

	// Noted first: unless the search comes to its end, a sweep follows.
	lateOrders.current = { began: readAt, readUntil: lateOrders.lastBegan - settings.lateSyncMs };
	const all = await lookAt(run, window);
	if (!all) return;
	const pages = Math.ceil(all.totalCount / all.pageSize);
	// For more orders than there are pages, to read every page is as cheap.
	const isWorthwhile = unknownIn(run, window, all.totalCount) <= pages;
	if (!(all.isWhole || (isWorthwhile && (await search(run, window, all))))) return;
	state.lateOrders = { lastBegan: readAt };
	state.newOrders = { readUntil: readAt, readAt };
	run.areNewOrdersKnown = true;
}

/** Whether every deletion in the window is known, and nothing is looked for that changes no number. */
function doNumbersTell(run: PollRun, { start }: Required<InstantWindow>): boolean {
	const { state, settings, readAt } = run;
	const { since, newOrders, sweptWholeAt } = state;
	if (since.created === undefined || since.edited !== undefined) return false;
	if (!run.areDeletionsKnown || readAt - settings.deletedMs > start) return false;
	// In a backlog, most orders are not known yet.
	if (newOrders.readUntil !== newOrders.readAt) return false;
	// So that most late orders lie in two whole sweeps at least.
	return readAt - sweptWholeAt < Math.min(DAY_MS, settings.lateSyncMs / 3);
}

/** How many orders of a window are not known; below zero where a deletion is not, NaN where the service does not count. */
function unknownIn(run: PollRun, window: Required<InstantWindow>, totalCount: number): number {
	return totalCount - run.ordersByHour.countIn(window);
}

/** What the first page of a window shows. */
interface Look {
	/** Orders in the window, as the service counts them. */
	totalCount: number;
	/** Orders on a page. */
	pageSize: number;
	/** Whether the window was read to its end. */
	isWhole: boolean;
}

/**
 * Looks at a window and hands over what is new there: on its first page, or in all of a window that cannot be parted.
 *
 * @returns undefined when time or quota do not suffice, or the list would not settle
 */
async function lookAt(run: PollRun, window: Required<InstantWindow>): Promise<Look | undefined> {
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
	return {
		totalCount,
		pageSize: records.length,
		isWhole: list !== undefined || totalCount <= records.length,
	};
}

/**
 * Searches a window of whole hours for the orders that are not known, of which there are as many as `totalCount` is
 * higher than the count of those that are.
 *
 * @returns whether every order in it is known now
 */
async function search(
	run: PollRun,
	window: Required<InstantWindow>,
	{ totalCount, pageSize }: Pick<Look, 'totalCount' | 'pageSize'>,
): Promise<boolean> {
	const unknown = unknownIn(run, window, totalCount);
	if (unknown === 0) return true;
	if (!(unknown > 0)) return false;
	const middle = run.ordersByHour.middleOf(window);
	if (middle === undefined || totalCount <= pageSize) return (await lookAt(run, window))?.isWhole === true;

	// The older half first: most lists begin with the newest, which were on the first page of the whole.
	const older = { ...window, end: middle };
	const look = await lookAt(run, older);
	if (!look || !(look.isWhole || (await search(run, older, { ...look, pageSize })))) return false;
	// Less those that are known there now, not those that the service counts there: windows are sent a little wider than
	// they are, so that an order may lie in both, and would make room for one that is not known.
	const newerCount = totalCount - run.ordersByHour.countIn(older);
	return await search(run, { ...window, start: middle }, { totalCount: newerCount, pageSize });
}
