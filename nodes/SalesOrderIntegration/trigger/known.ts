/**
 * What this process knows of a trigger beside its state. n8n drops the state of a poll that fails and, on the durable
 * scheduler without durable cursors, that of a poll without items. After a restart, nothing of this is known.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, outside, wholeSecond, within, type Span } from '../dates/durations';
import { unless, type ServiceFailure } from '../errors/failures';
import type { Client } from '../http/client';
import type { OrderListName } from '../lists/orderWindow';
import { AHEAD_SINCE_MS, WindowLength } from '../lists/windowLength';
import type { Reading } from './readings';
import { polledAtOf, revisionOf } from './state/note';
import type { TriggerState } from './state/state';

/**
 * What could not be read: since when, and when it was last tried by itself, epoch milliseconds; 0 for never. It is given up
 * after a month.
 */
interface Unreadable extends Span {
	since: number;
	triedAt: number;
}

/** A part of a list. All parts have their turns, whatever the others need and whichever fails. */
export interface Part extends Omit<Reading, 'reach'> {
	name: string;
	/** What it still has to read in this round, in this sequence. */
	left(): Span[];
	/** A window was read completely, and all of it is delivered. */
	pass(window: Span): void;
	/** Where it tries again what was set aside: all of that. */
	aside?(): Unreadable[];
}

/** A part of a list that cannot be read. Instants in epoch milliseconds. */
export interface FailingPart extends Pick<Part, 'name' | 'list' | 'what'> {
	since: number;
	/** Its last turn. */
	at: number;
	failure: ServiceFailure;
}

/** What the process knows of one part. */
export class PartKnowledge {
	/** How many rounds in a row it had no turn although it was due. */
	missedTurns = 0;
	failing: FailingPart | undefined;
	/** Windows ahead that failed, and when. */
	private failedAhead: Array<Span & { at: number }> = [];
	/** Where the next poll goes on: -Infinity for nowhere, Infinity if only what lies ahead is left. */
	goesOnAt = -Infinity;
	readonly length = new WindowLength();
	/** The last window that was set aside because it could not be shorter. */
	lastAside: Span | undefined;
	/** A window that cannot be shorter, and so may take a whole poll. The part waits for a poll that begins with it. */
	waitsFor: Span | undefined;
	/** The last window that held more than it may, with the number of its orders. */
	tooMuch: (Span & { count: number }) | undefined;

	/** A failure has ended the turn of the part. */
	failed({ name, list, what }: Part, failure: ServiceFailure, at: number): void {
		// Our clock may have been ahead when it began to fail.
		const since = Math.min(this.failing?.since ?? at, at);
		this.failing = { name, list, what, since, at, failure };
		this.missedTurns = 0;
	}

	/** A window that lies ahead could not be read at `at`. */
	leaveOut(window: Span, at: number): void {
		this.failedAhead = [...this.leftOut(at), { ...window, at }];
	}

	/** What failed within the last day and still lies ahead: readings go on behind it. */
	leftOut(now: number): Array<Span & { at: number }> {
		return this.failedAhead.filter(({ from, at }) => from >= now && Math.abs(now - at) < DAY_MS);
	}

	/** A window was read, or failed. The next poll goes on at `goesOnAt`; after a window that lies ahead, it begins again. */
	tried({ from }: Span, goesOnAt: number, now: number): void {
		const ahead = now - AHEAD_SINCE_MS;
		if (from >= ahead) this.goesOnAt = -Infinity;
		else this.goesOnAt = goesOnAt < ahead ? goesOnAt : Infinity;
	}
}

export class Knowledge {
	/** The context of the newest poll that is running. */
	polling: object | undefined;
	/**
	 * The node as it was at the last poll: parameters and credential. Empty while an activation is not accepted, undefined
	 * after a restart.
	 */
	node: string | undefined;
	/** Whether the last poll had the context of the one before it, as those of the durable scheduler never have. */
	reusesContexts = false;
	/** What the last response said of the clock of the service. */
	clockSeen: Client['clock']['lastSeen'];
	/** What came last of reports and a summary. */
	lastTold: 'attention' | 'summary' | undefined;
	/** Whether the last poll has failed because of a list that cannot be read, while others can. */
	hasFailed = false;
	/** What the last poll has logged. */
	logged: ReadonlySet<string> = new Set();
	private service: string | undefined;
	private readonly parts = new Map<string, PartKnowledge>();
	/** What could not be read. It is tried again, and reading goes on behind it. */
	unreadable: Record<OrderListName, Unreadable[]> = { created: [], deleted: [] };
	/** Lists in an outage: their present could not be read, nor anything since. It ends when the last hour can be read. */
	readonly out = new Set<OrderListName>();
	/**
	 * The state that the last poll returned, or began with if it paused or failed, and when, by our clock; and when the poll
	 * began that made the state which n8n had stored then.
	 */
	last: { state: TriggerState; isDelivery: boolean; at: number; foundAt: number } | undefined;

	part(name: string): PartKnowledge {
		const part = this.parts.get(name) ?? new PartKnowledge();
		this.parts.set(name, part);
		return part;
	}

	/** How the parts of another service were read says nothing of this one. */
	readsFrom(service: string): void {
		if (service !== this.service) {
			this.parts.clear();
			this.unreadable = { created: [], deleted: [] };
			this.out.clear();
		}
		this.service = service;
	}

	/**
	 * Sets aside what could not be read, so that reading goes on behind it.
	 *
	 * @param triedAt when it was tried by itself; 0 for never. Like `now`, epoch milliseconds
	 */
	setAside(list: OrderListName, span: Span, triedAt: number, now: number): void {
		const all = this.unreadable[list];
		const again = all.filter(({ from, to }) => from < span.to && span.from < to);
		// Of several pieces, the one that failed last counts, so that nothing is given up early. Our clock may have been ahead.
		const isKnown = outside([span], again).length === 0;
		const since = isKnown ? Math.min(now, Math.max(...again.map((piece) => piece.since))) : now;
		this.unreadable[list] = [...outside(all, [span]), { ...span, since, triedAt }];
	}

	/**
	 * A window could not be read, and cannot be shorter. If it follows another such window, twice as much as there is set aside,
	 * but at most half of what is left up to `until`: a service may refuse all that is older.
	 */
	cannotRead({ name, list }: Part, { from, to }: Span, until: number, now: number): void {
		const known = this.part(name);
		const before = this.unreadable[list].find((span) => span.from <= from && from < span.to);
		const middle = wholeSecond((from + (before?.to ?? until)) / 2);
		const { lastAside: last } = known;
		const longerMs = last?.to === from ? 2 * (last.to - last.from) : 0;
		const end = Math.max(to, Math.min(from + longerMs, middle));
		known.lastAside = { from, to: end };
		this.setAside(list, { from, to }, now, now);
		if (end > to) this.setAside(list, { from: to, to: end }, before ? now : 0, now);
	}

	/** Of what was set aside, only what is still to be read. */
	keepUnreadable(list: OrderListName, left: Span[]): void {
		this.unreadable[list] = within(this.unreadable[list], left);
	}

	hasRead(list: OrderListName, window: Span): void {
		this.out.delete(list);
		this.unreadable[list] = outside(this.unreadable[list], [window]);
	}

	/** Parts that cannot be read, near ones first. */
	get failing(): FailingPart[] {
		return [...this.parts.values()].flatMap(({ failing }) => failing ?? []);
	}

	/** While the trigger was off, nothing was tried: what fails now began now. */
	forgetFailures(): void {
		for (const part of this.parts.values()) part.failing = undefined;
		for (const piece of Object.values(this.unreadable).flat()) piece.since = Infinity;
	}

	/** Whether a state is older than the last delivery. After a minute, n8n must have dropped that. */
	isBehind(revision: number, now: number): boolean {
		const { last } = this;
		return last !== undefined && revision < last.state.revision && Math.abs(now - last.at) < MINUTE_MS;
	}

	/** The state of a poll that delivered nothing, unless n8n has stored a later one: another process may have polled. */
	keptSince(stored: unknown): TriggerState | undefined {
		const { last } = this;
		if (last?.isDelivery !== false || last.state.revision !== revisionOf(stored)) return undefined;
		// What that poll found may look later all the same: a clock was ahead, or it was that of another service.
		const storedAt = polledAtOf(stored);
		return storedAt !== last.foundAt && storedAt > polledAtOf(last.state) ? undefined : last.state;
	}

	/**
	 * The parts in turn: first one that waits for a whole poll, then the one that missed most turns, else in the usual
	 * sequence. Parts that failed come last, with all parts of a list whose near part failed; but not if none of them had a
	 * turn for an hour.
	 *
	 * @param now epoch milliseconds
	 */
	inTurn(due: Part[], now: number): Part[] {
		// A part that has nothing left fails no more: another one has read it, or it was given up.
		for (const [name, known] of this.parts)
			if (!due.some((part) => part.name === name)) known.failing = undefined;
		const isRecent = (at = -Infinity) => Math.abs(now - at) < HOUR_MS;
		const isLeftForLast = [...this.parts.values()].some(
			({ failing, missedTurns }) => failing && (missedTurns === 0 || isRecent(failing.at)),
		);
		const rankOf = ({ name, list, aside }: Part) => {
			const { failing, waitsFor } = this.part(name);
			if (waitsFor && !(aside && isRecent(failing?.at))) return 0;
			return isLeftForLast && (failing ?? this.part(`${list}Near`).failing) ? 2 : 1;
		};
		const ranked = due.map((part) => ({ part, known: this.part(part.name), rank: rankOf(part) }));
		ranked.sort((one, other) => one.rank - other.rank || other.known.missedTurns - one.known.missedTurns);
		for (const { known } of ranked) known.missedTurns++;
		return ranked.map(({ part }) => part);
	}
}

/** By workflow and node. */
const triggers = new Map<string, Knowledge>();

/** What the process knows of the trigger `key`. */
export function knowledgeOf(key: string): Knowledge {
	const knowledge = triggers.get(key) ?? new Knowledge();
	triggers.set(key, knowledge);
	return knowledge;
}

/**
 * Runs a poll of a trigger, unless one is running: n8n starts a poll whether or not the one before has ended. A poll that
 * activates the workflow runs all the same, and counts instead: the workflow was saved meanwhile.
 */
export async function unlessPolling<T>(
	knowledge: Knowledge,
	{ context, isActivation }: { context: object; isActivation: boolean },
	run: (isOutdated: () => boolean) => Promise<T>,
): Promise<T | undefined> {
	if (knowledge.polling && !isActivation) return undefined;
	knowledge.polling = context;
	const isOutdated = () => knowledge.polling !== context;
	return await unless(isOutdated, run(isOutdated)).finally(() => {
		if (!isOutdated()) knowledge.polling = undefined;
	});
}
