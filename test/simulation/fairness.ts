/** Whether everything that waits gets its share while there is more than polls can deliver (design 4). */
import { mustBeCreated, mustBeDeleted, type Case } from './cases';
import { deliveredIn, epochsOf } from './epochs';
import { isFate, YEAR, type PlannedOrder } from './orderPlan';
import { waitBefore } from './redeliveries';
import { deletedListDate, isInterrupted } from './scenario';
import type { Run } from './simulate';
import type { SimulatedService } from './simulatedService';
import { isWithinReach } from './timeliness';
import type { JudgedPoll, ListName } from './watch';
import { NEAR } from '../support/time';

/** Seven parts share a poll: with a quota of one, each has its turn after seven polls with items, reports aside. */
const MOST_POLLS = 9;

/** What shares the items of a poll. */
type Kind = `${'near' | 'late'} ${ListName}` | 'redelivered';

/** Something that waited to be delivered. Times by the clock of the service. */
interface Wait {
	id: string;
	kind: Kind;
	from: number;
	until: number;
	/** Whether it surely could have been delivered all the time. */
	isJudged: boolean;
	/** Whether it is left to a far reading while near ones last began at an instant; undefined for redeliveries. */
	isFar?(nearBegan: JudgedPoll['nearBegan']): boolean;
}

type Waited = Pick<Wait, 'from' | 'until' | 'isJudged'>;

/** Kinds of items that waited for many polls, each of which delivered as much of other kinds as it may. */
export function unfairness(run: Run, service: SimulatedService): string[] {
	const { faults, outages, kills, excuses, weather } = run.scenario;
	// A part that has failed comes last for an hour.
	const hasFailed = service.watch.failures.size > 0;
	const isFailing = outages.length + weather.length + faults.probability + kills.networkTouches > 0;
	const [epoch] = epochsOf(service, run.scenario);
	if (!epoch || isFailing || hasFailed || isInterrupted(run.scenario) || excuses.has('inTime')) return [];
	const waits = service.ids.flatMap((id, position) => {
		const order = service.orders[position] as PlannedOrder;
		const delivered = deliveredIn(epoch, service.ledger.byOrder.get(id) ?? []);
		return waitsOf({ run, service, epoch, id, order, delivered });
	});
	return [...new Set(waits.map(({ kind }) => kind))].flatMap((kind) =>
		starved(run, service, waits, kind).slice(0, 1),
	);
}

/** What was delivered of an order, by kind: all of it says whose turn it was, and what is judged had to wait for its own. */
function waitsOf(one: Case): Wait[] {
	const { run, id, order, delivered } = one;
	const { settings, pollMs } = run.scenario;
	const isSteady =
		order.mobileDateCreated <= order.visibleFrom + YEAR && order.changes.every(({ traits }) => !traits);
	// What near readings do not show waits for the next far one.
	const untilSwept = settings.sweepMs + 2 * pollMs;
	const waits: Wait[] = [];
	const wait = (list: ListName, dates: number[], reach: number, { from, ...others }: Waited) => {
		const isNear = isWithinReach(dates, from, reach);
		const isFar: Wait['isFar'] = (nearBegan) => !isWithinReach(dates, nearBegan[list], reach);
		const kind = `${isNear ? 'near' : 'late'} ${list}` as const;
		waits.push({ ...others, id, kind, from: isNear ? from : from + untilSwept, isFar });
	};
	const [fate, nextFate] = order.changes.filter(isFate);
	const created = delivered.filter(({ event }) => event === 'created');
	const [first] = created;
	if (first) {
		const isJudged = isSteady && !fate && mustBeCreated(one, order.visibleFrom);
		const waited = { from: order.visibleFrom, until: first.at, isJudged };
		wait('created', [order[settings.windowDate]], NEAR, waited);
	}
	const [deletion, ...laterDeletions] = delivered.filter(({ event }) => event === 'deleted');
	for (const { at } of laterDeletions) {
		for (const kind of ['near deleted', 'late deleted'] as const)
			waits.push({ id, kind, from: order.visibleFrom, until: at, isJudged: false });
	}
	if (deletion && fate) {
		const field = deletedListDate(run.scenario);
		const dates = [field === 'dateDeleted' ? fate.at : order[field]];
		const isJudged = isSteady && !nextFate && mustBeDeleted(one, fate);
		wait('deleted', dates, settings.lateSyncMs, { from: fate.at, until: deletion.at, isJudged });
	}
	created.forEach(({ at, delivery = 1 }, position) => {
		const previous = created[position - 1];
		if (!previous || delivery === 1) return;
		const from = previous.at + waitBefore(delivery, settings.redeliverMs);
		waits.push({ id, kind: 'redelivered', from, until: at, isJudged: isSteady });
		// The turn may have been that of a part that shows the order anyway.
		for (const kind of ['near created', 'late created'] as const)
			waits.push({ id, kind, from, until: at, isJudged: false });
	});
	return waits;
}

/** Runs of polls that were all full, while something of a kind waited and nothing of that kind was delivered. */
function starved({ scenario: { clockSkewMs } }: Run, { watch }: SimulatedService, waits: Wait[], kind: Kind) {
	const problems: string[] = [];
	let row: typeof watch.polled = [];
	for (const poll of watch.polled) {
		if (poll.isReport) continue;
		const isFull = poll.items.length >= poll.settings.maxOrdersPerRun;
		const from = poll.began + clockSkewMs;
		const until = poll.ended + clockSkewMs + 1_000;
		const came = waits.filter((wait) => from < wait.until && wait.until <= until);
		row = isFull && !came.some((wait) => kindsOf(wait, poll).includes(kind)) ? [...row, poll] : [];
		const [first] = row;
		if (!first || row.length < MOST_POLLS) continue;
		const waiting = waits.find((wait) => {
			const isSame = wait.isJudged && wait.kind === kind && kindsOf(wait, first).at(-1) === kind;
			return isSame && wait.from < first.began + clockSkewMs && wait.until > until;
		});
		if (waiting)
			problems.push(`Order ${waiting.id} (${waiting.kind}) waited for ${row.length} polls of other kinds`);
	}
	return problems;
}

/** What something is, and what it is in a poll: a near reading that is behind may show what is late by now. */
function kindsOf({ kind, isFar }: Wait, { nearBegan }: JudgedPoll): Kind[] {
	if (!isFar) return [kind];
	const list = kind.endsWith('created') ? 'created' : 'deleted';
	return [kind, `${isFar(nearBegan) ? 'late' : 'near'} ${list}`];
}
