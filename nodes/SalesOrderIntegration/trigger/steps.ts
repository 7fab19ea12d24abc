/** The steps of a poll, each within what is left of its budget and of the items it may hand over (design 4). */
import { ServiceFailure } from '../api/failures';
import { hasExternalId } from '../api/orders';
import { findDeletions, findNews } from './decide';
import type { Finding } from './decide';
import { AHEAD_MS, createdOrdersOf, deletedOrdersOf } from './reading';
import type { PollRun } from './run';
import { readInWindows } from './windows';
import type { FinishedWindow, ReadWindow } from './windows';

const MINUTE_MS = 60_000;

/** Each poll re-reads so much, for orders that took a little while from the phone to the server. */
export const OVERLAP_MS = 15 * MINUTE_MS;

/**
 * Deletions, over the whole of `deletedDays` each time: the window of the deleted list is most likely held against
 * the making of the order, so an order of last week that is deleted today is not in today's window.
 */
export async function readDeletions(run: PollRun): Promise<void> {
	const { state, settings, now } = run;
	if (state.since.deleted === undefined) return;
	const from = state.deletedReadUntil ?? now - settings.deletedMs;
	// At most half of the items: a day of mass deletions must not keep new orders waiting.
	const quota = Math.ceil(run.quota / 2);
	const limit = run.items.length + quota;
	await readOn(
		run,
		deletedOrdersOf(run),
		{ start: from, end: now + AHEAD_MS },
		{
			find: findDeletions,
			quota: () => Math.max(0, limit - run.items.length),
			advance: (readUntil, isEnd) => (state.deletedReadUntil = isEnd ? undefined : readUntil),
		},
	);
}

/** New orders since the watermark. */
export async function readNewOrders(run: PollRun): Promise<void> {
	const { state, now } = run;
	if (!wantsCreatedList(run)) return;
	const from = state.readUntil - OVERLAP_MS;
	await readOn(
		run,
		createdOrdersOf(run),
		{ start: from, end: now + AHEAD_MS },
		{
			find: findNews,
			quota: () => run.quotaOfNew,
			// What was made "in the future" is read again until its time has come.
			advance: (readUntil, isEnd) =>
				(state.readUntil = isEnd ? now : Math.max(state.readUntil, Math.min(readUntil, now))),
		},
	);
}

/**
 * The sweep: the window of the service is on the phone's clock, so an order that was made offline and arrived late
 * lies behind the watermark. Reaches back from the last whole sweep, so that an outage leaves no gap.
 */
export async function sweepLateOrders(run: PollRun): Promise<void> {
	const { state, settings, now } = run;
	if (!wantsCreatedList(run)) return;
	// Windows on arrival have no late orders; edits are still only seen by reading again.
	if (settings.windowDate === 'dateCreated' && state.since.edited === undefined) {
		state.sweep = { lastBegan: Math.min(now, state.readUntil) };
		return;
	}
	const { sweep } = state;
	if (!sweep.current && now - sweep.lastBegan < settings.sweepMs) return;
	const current = sweep.current ?? { began: now, readUntil: sweep.lastBegan - settings.lateSyncMs };
	// While a backlog is drained there may be nothing behind the watermark that is young enough.
	if (current.readUntil >= state.readUntil) {
		state.sweep = { lastBegan: current.began };
		return;
	}
	await readOn(
		run,
		createdOrdersOf(run),
		{ start: current.readUntil, end: state.readUntil },
		{
			find: findNews,
			quota: () => run.quotaOfNew,
			advance: (readUntil, isEnd) =>
				(state.sweep = isEnd
					? { lastBegan: current.began }
					: { ...sweep, current: { ...current, readUntil } }),
		},
	);
}

/**
 * Delivery until external ID: hands over again what the workflow has not receipted, and parks what it never did.
 */
export async function redeliver(run: PollRun): Promise<void> {
	const { settings, now } = run;
	const due = [...run.pending.values()].filter(([, , , last]) => now - last >= settings.redeliverMs);
	for (const { start, end } of hoursOf(due.map(([, date]) => date))) {
		if (run.quota === 0 || !run.hasTime) return;
		const ids = new Set(due.filter(([, date]) => date >= start && date <= end).map(([id]) => id));
		const steps: ReadingOn = {
			find: (_, orders) => findUnreceipted(run, orders, ids),
			quota: () => run.quota,
			// Those that are not in the list were probably deleted: that counts as a try, so that they end some day.
			advance: (_, isEnd) => isEnd && ids.forEach((id) => parkOrCount(run, id)),
		};
		await readOn(run, createdOrdersOf(run), { start, end }, steps);
	}
}

/** Orders among `ids` without an external ID. Those that are found are taken out of `ids`. */
function findUnreceipted(run: PollRun, orders: FinishedWindow['records'], ids: Set<string>): Finding[] {
	const findings: Finding[] = [];
	for (const { id, order, arrival } of orders.map((record) => run.dated(record))) {
		const entry = run.pending.get(id);
		if (!ids.delete(id) || !entry) continue;
		if (hasExternalId(order)) run.pending.delete(id);
		else if (entry[2] >= run.settings.maxDeliveries) parkOrCount(run, id);
		else {
			findings.push({
				item: { event: 'created', order, arrival, id, delivery: entry[2] + 1 },
				remember: () => parkOrCount(run, id),
			});
		}
	}
	return findings;
}

/** Counts one more delivery of a pending order, or gives it up when it has had all of them. */
function parkOrCount({ pending, settings, now, warn }: PollRun, id: string): void {
	const [, date = 0, deliveries = 0] = pending.get(id) ?? [];
	if (deliveries < settings.maxDeliveries) {
		pending.set(id, [id, date, deliveries + 1, now]);
		return;
	}
	pending.delete(id);
	warn(
		`Order ${id} was handed over ${deliveries} times and still has no external ID; it is parked. Find it with List Sales Orders, filter External ID: missing.`,
	);
}

interface ReadingOn {
	find(run: PollRun, orders: FinishedWindow['records']): Finding[];
	quota(): number;
	/** Told the end of each window whose orders were all handed over or need not be. */
	advance(readUntil: number, isEnd: boolean): unknown;
}

/** Reads a span in windows, hands over what is found, and stops when the time or the quota is used up. */
async function readOn(
	run: PollRun,
	read: ReadWindow,
	span: { start: number; end: number },
	{ find, quota, advance }: ReadingOn,
): Promise<void> {
	if (quota() === 0 || !run.hasTime) return;
	let isSettled = true;
	for await (const window of readInWindows(read, span, () => run.room())) {
		const findings = find(run, window.records);
		const room = quota();
		for (const { item, remember } of findings.slice(0, room)) {
			run.items.push(item);
			remember();
		}
		// A window counts as read only when it is, and when all of it was handed over.
		isSettled &&= window.isSettled;
		if (findings.length > room) return;
		if (isSettled) advance(window.readUntil, window.readUntil >= span.end);
		if (quota() === 0 || !run.hasTime) break;
	}
	if (!isSettled) throw new ServiceFailure('unsettled');
}

function wantsCreatedList({ state }: PollRun): boolean {
	return state.since.created !== undefined || state.since.edited !== undefined;
}

const HOUR_MS = 60 * MINUTE_MS;

/** The hours in which the dates lie, oldest first, neighbours joined. */
function hoursOf(dates: number[]): Array<{ start: number; end: number }> {
	const spans: Array<{ start: number; end: number }> = [];
	for (const hour of [...new Set(dates.map((date) => Math.floor(date / HOUR_MS)))].sort((a, b) => a - b)) {
		const last = spans.at(-1);
		if (last?.end === hour * HOUR_MS) last.end += HOUR_MS;
		else spans.push({ start: hour * HOUR_MS, end: (hour + 1) * HOUR_MS });
	}
	return spans;
}
