/** The life of every order of a simulated world, decided before anything runs. All times by the clock of the service. */
import type { Sandbox } from '../../sandbox';
import type { SeededRandom } from '../../sandbox/seededRandom';
import type { Draws } from './draws';
import { contentOf, randomTraits, type Traits } from './traits';
import { DAY, HOUR, MINUTE, NEAR } from '../support/time';

export const YEAR = 365 * DAY;

/** What will happen to an order. Epoch milliseconds. */
export interface PlannedOrder {
	/** When it was created, by the phone's clock. */
	mobileDateCreated: number;
	/** When it reaches the service. */
	dateCreated: number;
	/** When lists first show it. */
	visibleFrom: number;
	traits: Traits;
	/** In the order of their times. */
	changes: PlannedChange[];
	/** When somebody else gives it an external ID. */
	confirmedAt?: number;
}

export interface PlannedChange {
	kind: 'edit' | 'delete' | 'restore' | 'move';
	at: number;
	/** What an edit makes of the order. */
	traits?: Traits;
	/** What `move` makes of its date by the phone. */
	mobileDateCreated?: number;
}

/** Whether a change decides which list shows the order. */
export function isFate({ kind }: PlannedChange): boolean {
	return kind === 'delete' || kind === 'restore';
}

/** How orders behave in one world. */
export interface OrderHabits {
	count: number;
	/** When they arrive. */
	from: number;
	until: number;
	/** How late most orders arrive at worst, and the rare ones that are later than any promise. */
	longestLateMs: number;
	/** Share (0 to 1) that comes in short bursts, as when a truck comes back to the depot. */
	burstShare: number;
	/** When polls are due, by the clock of the service: some orders come just then. */
	ticks: { every: number; offset: number };
	/** How long the service itself may take to show what has arrived. */
	longestLagMs: number;
	editedShare: number;
	/** Of the edits: those that change what filters look at. */
	traitsEditedShare: number;
	deletedShare: number;
	/** Of the deleted ones: those that go while the next poll is reading. */
	deletedWhileReadShare: number;
	/** Of the deleted ones. */
	restoredShare: number;
	/** When half of all orders are deleted at once. */
	massDeletions: number[];
	/** How old orders may be when they are deleted, beyond which nothing is promised. */
	oldestDeletedMs: number;
	/** Share whose date by the phone changes. */
	movedShare: number;
	hasPhonesAhead: boolean;
	/** Share to which somebody else gives an external ID. */
	confirmedShare: number;
}

/** The orders of a world, in the order of their arrival. Each has its own draws. */
export function planOrders(draws: Draws, habits: OrderHabits): PlannedOrder[] {
	const random = draws.of('bursts');
	const bursts = Array.from({ length: 12 }, () => between(random, habits.from, habits.until));
	return Array.from({ length: habits.count }, (_, index) =>
		arrivalOf(draws.of(`arrival ${index}`), habits, bursts),
	)
		.sort((one, other) => one - other)
		.map((dateCreated, index) => planOrder(draws.within(`order ${index}`), habits, dateCreated));
}

function arrivalOf(random: SeededRandom, habits: OrderHabits, bursts: number[]): number {
	const { from, until, burstShare, ticks } = habits;
	if (random.chance(burstShare)) return Math.min(until, random.pick(bursts) + between(random, 0, 3 * MINUTE));
	const arrival = between(random, from, until);
	return random.chance(0.7) ? arrival : Math.max(from, duringPoll(random, ticks, arrival));
}

/** A moment while the poll before an instant is probably reading. */
function duringPoll(random: SeededRandom, { every, offset }: OrderHabits['ticks'], instant: number): number {
	return Math.floor((instant - offset) / every) * every + offset + between(random, 0, 20_000);
}

function planOrder(draws: Draws, habits: OrderHabits, dateCreated: number): PlannedOrder {
	const lagging = draws.of('lag');
	const lag = lagging.chance(0.2) ? between(lagging, 0, habits.longestLagMs) : 0;
	const visibleFrom = dateCreated + lag;
	const madeAt = phoneDate(draws.of('phone'), dateCreated, habits.longestLateMs - lag);
	const mobileDateCreated = habits.hasPhonesAhead ? madeAt : Math.min(madeAt, dateCreated);
	const confirming = draws.of('confirmed');
	return {
		mobileDateCreated,
		dateCreated,
		visibleFrom,
		traits: randomTraits(draws.of('traits')),
		changes: [
			...planChanges(draws, habits, visibleFrom),
			...planMoves(draws.of('moves'), habits, { visibleFrom, mobileDateCreated }),
		].sort((one, other) => one.at - other.at),
		...(confirming.chance(habits.confirmedShare)
			? { confirmedAt: visibleFrom + confirming.pick([0, soonOrLate(confirming, DAY)]) }
			: {}),
	};
}

/** Phones that set their clocks right, an app that rewrites its dates: an hour on, days back, weeks later. */
function planMoves(
	random: SeededRandom,
	habits: OrderHabits,
	{ visibleFrom, mobileDateCreated }: Pick<PlannedOrder, 'visibleFrom' | 'mobileDateCreated'>,
): PlannedChange[] {
	if (!random.chance(habits.movedShare)) return [];
	const reach = Math.max(HOUR, habits.longestLateMs - DAY);
	return Array.from({ length: random.integer(1, 2) }, () => {
		const at = visibleFrom + soonOrLate(random, random.pick([2 * HOUR, 9 * DAY, 9 * DAY]));
		const ahead = random.pick([-10 * MINUTE, -DAY, -reach, HOUR, 20 * DAY, 0, 0, 0]);
		const latest = habits.hasPhonesAhead ? Infinity : at;
		const moved = Math.min(latest, Math.max(visibleFrom - reach, mobileDateCreated + ahead));
		return { kind: 'move' as const, at, mobileDateCreated: ahead === 0 ? at : moved };
	}).filter(({ at }) => at <= habits.until);
}

/** Orders of phones that lost their clock are neither late nor early: they are in another age. */
function phoneDate(random: SeededRandom, arrival: number, longestLate: number): number {
	if (random.chance(0.03)) return lostClock(random);
	return arrival - lateness(random, longestLate) + clockError(random);
}

/** A phone that lost its clock begins again at one of these, and may stay on for long. */
function lostClock(random: SeededRandom): number {
	const start = Date.UTC(random.pick([1970, 2000]), 0, 1);
	return start + random.pick([0, between(random, 0, HOUR), between(random, 0, 700 * DAY)]);
}

/** Whether an instant is one that only a phone without a clock can have. */
export function isOfLostClock(instant: number): boolean {
	return instant < Date.UTC(2002, 0, 1);
}

function lateness(random: SeededRandom, longest: number): number {
	const kind = random.next();
	if (kind < 0.55) return between(random, 0, 2 * MINUTE);
	if (kind < 0.7) return between(random, 0, Math.min(NEAR, longest));
	if (kind < 0.75) return Math.min(NEAR, longest) - random.pick([0, 1_000]);
	if (kind < 0.88) return between(random, 0, longest);
	// The very edge of the promise, and beyond it.
	if (kind < 0.97) return longest - random.pick([0, 1_000, between(random, 0, 2 * MINUTE)]);
	return longest + between(random, 1, 20 * DAY);
}

/** How far a phone is ahead. */
function clockError(random: SeededRandom): number {
	const kind = random.next();
	if (kind < 0.85) return 0;
	if (kind < 0.91) return between(random, 0, 30 * MINUTE);
	if (kind < 0.95) return between(random, 0, DAY);
	if (kind < 0.99) return between(random, DAY, YEAR);
	return between(random, YEAR, YEAR + 100 * DAY);
}

function planChanges(draws: Draws, habits: OrderHabits, from: number): PlannedChange[] {
	const changes: PlannedChange[] = [];
	const editing = draws.of('edits');
	const random = draws.of('deletions');
	if (editing.chance(habits.editedShare)) {
		changes.push(planEdit(editing, habits, from));
		if (editing.chance(0.3)) changes.push(planEdit(editing, habits, from));
	}
	const purge = habits.massDeletions.find((at) => at > from);
	if (purge !== undefined && random.chance(0.5)) {
		changes.push({ kind: 'delete', at: purge + between(random, 0, 2 * MINUTE) });
	} else if (random.chance(habits.deletedShare)) {
		changes.push(...planDeletions(random, habits, from));
	}
	return changes.filter(({ at }) => at <= habits.until);
}

function planEdit(random: SeededRandom, habits: OrderHabits, from: number): PlannedChange {
	const at = from + soonOrLate(random, 3 * DAY);
	return random.chance(habits.traitsEditedShare)
		? { kind: 'edit', at, traits: randomTraits(random) }
		: { kind: 'edit', at };
}

function planDeletions(random: SeededRandom, habits: OrderHabits, from: number): PlannedChange[] {
	const changes: PlannedChange[] = [];
	let at = from + soonOrLate(random, habits.oldestDeletedMs);
	if (random.chance(habits.deletedWhileReadShare))
		at = duringPoll(random, habits.ticks, from + habits.ticks.every);
	at = Math.max(from + 1_000, at);
	changes.push({ kind: 'delete', at });
	while (random.chance(habits.restoredShare)) {
		at += soonOrLate(random, 2 * DAY);
		changes.push({ kind: 'restore', at });
		if (!random.chance(0.6)) break;
		at += soonOrLate(random, 2 * DAY);
		changes.push({ kind: 'delete', at });
	}
	return changes;
}

/** Often within minutes, sometimes within the longest time. Never at once: a second apart at least. */
function soonOrLate(random: SeededRandom, longest: number): number {
	return 1_000 + (random.chance(0.5) ? between(random, 0, 20 * MINUTE) : between(random, 0, longest));
}

export function between(random: SeededRandom, from: number, to: number): number {
	return from + Math.floor(random.next() * Math.max(0, to - from));
}

/**
 * Puts the plan into the world of a sandbox. Returns the IDs, in the same order, as the trigger knows them.
 *
 * @param undatedShare of the orders, those whose deletion is shown without its date
 */
export function putIntoWorld({ world }: Sandbox, plan: PlannedOrder[], undatedShare: number): string[] {
	return plan.map((order, index) => {
		const { mobileDateCreated, dateCreated, visibleFrom, traits, changes, confirmedAt } = order;
		// Made up from the date by the phone unless it is said, and a date that moves is no edit.
		const scheduledDateForDelivery = `${new Date(dateCreated).toISOString().slice(0, 19)}Z`;
		const content = { ...contentOf(traits), scheduledDateForDelivery, sellerComment: null };
		const id = world.add({ mobileDateCreated, dateCreated, visibleFrom, ...content });
		let version = 0;
		if (isUndated(index, undatedShare)) world.distort(id, { dateDeleted: null });
		if (confirmedAt !== undefined) world.setExternalId(id, `OTHER-${id}`, confirmedAt);
		for (const { kind, at, traits: edited, mobileDateCreated: moved } of changes) {
			if (kind === 'edit') {
				const changed = edited ? contentOf(edited) : {};
				world.edit(id, { ...changed, sellerComment: versionText(++version) }, at);
			} else if (kind === 'move') world.edit(id, { mobileDateCreated: moved }, at);
			else if (kind === 'delete') world.delete(id, at);
			else world.restore(id, at);
		}
		return String(id);
	});
}

/** What the comment of an order says after its n-th edit; by it the versions of an order are told apart. */
export function versionText(version: number): string | null {
	return version === 0 ? null : `version ${version}`;
}

/** Whether the deletion of the n-th order is shown without its date. */
export function isUndated(index: number, share: number): boolean {
	return index % 10 < share * 10;
}
