/** Watches over the polls of one service: their time, requests and state, and from when on events counted. */
import { HOUR } from '../support/time';
import type { TriggerSettings } from '../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { isOfLostClock } from './orderPlan';
import type { Scenario } from './scenario';
import type { ReadingName, StateView } from './stateView';
import type { TriggerItem } from './triggerUnderTest';

/** The settings of one stretch of time. Times by the clock of n8n. */
export interface Period {
	from: number;
	settings: TriggerSettings;
	/** When each event was first seen in a saved state of this period. */
	countedBy: Partial<Record<string, number>>;
	/** When the filters of this period were first seen in a saved state of it. */
	filteredBy?: number;
}

/** A poll that succeeded. Times by the clock of n8n. */
export interface WatchedPoll {
	began: number;
	ended: number;
	/** Whether it had time to try everything. */
	hasTimeLeft: boolean;
	items: TriggerItem[];
	settings: TriggerSettings;
}

/** A poll as far as its state shows what it did. */
export interface JudgedPoll extends WatchedPoll {
	/** Of each list, whether its near reading began and ended in this poll; true for a list that is not wanted. */
	isComplete: Record<ListName, boolean>;
	/** Whether it delivered reports. */
	isReport: boolean;
	/** When the near readings last began that had come to their end, by the clock of the service. */
	nearBegan: Record<ListName, number>;
}

export type ListName = 'created' | 'deleted';

/** What a poll took. `at`: when it ended, by the clock of n8n. */
export interface PollEffort {
	at: number;
	durationMs: number;
	budgetMs: number;
	requests: number;
}

/** A far reading that came to its end. Times by the clock of n8n. */
export interface Sweep {
	began: number;
	ended: number;
}

/** So many polls that fail one after another, without a fault that passes: fewer than between two maintenances. */
const FAILS_FOR_GOOD = 30;
/** And for so long: longer than any order waits to be delivered again. */
const FAILS_FOR_GOOD_MS = 13 * HOUR;
const sweepNames = ['createdFar', 'deletedFar', 'createdLost', 'deletedLost'] as const;
type SweepName = (typeof sweepNames)[number];

export class Watch {
	readonly polled: JudgedPoll[] = [];

	readonly sweeps: Record<SweepName, Sweep[]> = {
		createdFar: [],
		deletedFar: [],
		createdLost: [],
		deletedLost: [],
	};

	readonly problems: string[] = [];
	readonly periods: Period[];
	readonly failures = new Map<string, number>();
	polls = 0;
	requests = 0;
	lastState: StateView | undefined;
	/** How many orders waited for their external ID: each may be looked for in a window of its own. */
	private waiting = 0;
	mostWaiting = 0;
	/** When polls ended that failed, by the clock of n8n. */
	readonly failedAt: number[] = [];
	private failedInARow = 0;
	/** Orders of which the log says that they wait no longer. */
	readonly givenUp = new Set<string>();
	/** When polls ended that asked the service for anything, by the clock of n8n. */
	readonly askedAt: number[] = [];
	/** How many requests were about the years of lost clocks. */
	lostClocksAsked = 0;

	constructor(private readonly scenario: Scenario) {
		this.periods = [{ from: scenario.start, settings: scenario.settings, countedBy: {} }];
	}

	get period(): Period {
		return this.periods.at(-1) as Period;
	}

	settingsChanged(at: number, settings: TriggerSettings): void {
		this.periods.push({ from: at, settings, countedBy: {} });
	}

	/** `state` is undefined for a poll that did nothing, as during maintenance. */
	pollSucceeded(poll: WatchedPoll, state: StateView | undefined): void {
		const { items, settings, began, ended } = poll;
		this.failedInARow = 0;
		const isReport = items.some(({ event }) => isReportEvent(event));
		if (!isReport && items.length > settings.maxOrdersPerRun) {
			this.problems.push(
				`${items.length} items in one poll, although ${settings.maxOrdersPerRun} is the most`,
			);
		}
		if (!state) return;
		const { polledAt, lastRead } = state;
		const isComplete = (list: ListName) =>
			!isReport && (!isWanted(settings, list) || lastRead[`${list}Near`] === polledAt);
		const nearBegan = { created: lastRead.createdNear, deleted: lastRead.deletedNear };
		const complete = { created: isComplete('created'), deleted: isComplete('deleted') };
		this.polled.push({ ...poll, isComplete: complete, isReport, nearBegan });
		for (const name of sweepNames) {
			const lastBegan = lastRead[name];
			if (lastBegan === this.lastState?.lastRead[name] || isReport) continue;
			// It may have begun in an earlier poll; by our clock, which is that of no skew.
			this.sweeps[name].push({ began: began + lastBegan - polledAt, ended });
		}
		this.waiting = Math.max(state.waiting.length, this.lastState?.waiting.length ?? 0);
		this.mostWaiting = Math.max(this.mostWaiting, this.waiting);
		this.lastState = state;
	}

	logged(message: string): void {
		const [, id] = /^Order (\S+) (?:still has no external ID|is no longer listed)/.exec(message) ?? [];
		if (id) this.givenUp.add(id);
	}

	pollFailed(error: unknown, at: number): void {
		this.failedInARow++;
		this.failedAt.push(at);
		const { name, kind, message } = error as { name?: string; kind?: string; message?: string };
		// An activation is refused if the credential has the wrong zone.
		const isRefused = name === 'InputError' && this.scenario.wrongZones.length > 0;
		if (name !== 'ServiceFailure' && !isRefused)
			this.problems.push(`A poll threw ${String(message)}\n${(error as Error).stack}`);
		const key = kind ?? String(message);
		this.failures.set(key, (this.failures.get(key) ?? 0) + 1);
	}

	/** `pages`: that all lists of the service have together at this time. */
	pollEnded({ at, durationMs, budgetMs, requests }: PollEffort, pages: number): void {
		this.polls++;
		if (requests > 0) this.askedAt.push(at);
		this.requests += requests;
		const most = mostRequests(this.scenario, pages + this.waiting);
		if (requests > most)
			this.problems.push(`${requests} requests in one poll, although ${most} are the most`);
		if (durationMs > budgetMs) {
			this.problems.push(`A poll took ${durationMs} ms, its budget is ${budgetMs} ms`);
		}
	}

	/** @param now by the clock of n8n */
	stateSaved(stateOf: () => StateView | undefined, now: number): void {
		const { settings, countedBy, filteredBy } = this.period;
		const { startFrom } = settings;
		const events = settings.events.filter((event) => !isReportEvent(event));
		if (filteredBy !== undefined && events.every((event) => countedBy[event] !== undefined)) return;
		const current = stateOf();
		// A changed Start From begins anew: a state from before says nothing of it.
		if (!current || (startFrom && startFrom.text !== current.startFrom)) return;
		for (const event of events) {
			if (current.since[event] !== undefined) countedBy[event] ??= now;
		}
		const isFiltered = current.filters === JSON.stringify(settings.filters);
		if (isFiltered) this.period.filteredBy ??= now;
	}

	/** Whether all lists were read to their ends since a time, by the clock of the service, and nothing is waiting. */
	isReadSince(time: number): boolean {
		// What fails for good is all that the trigger tells then, and n8n keeps no state.
		const [firstFailed = 0] = this.failedAt.slice(-this.failedInARow);
		const failsForMs = (this.failedAt.at(-1) ?? 0) - firstFailed;
		if (this.failedInARow > FAILS_FOR_GOOD && failsForMs > FAILS_FOR_GOOD_MS) return true;
		const state = this.lastState;
		const { delivery, events } = this.period.settings;
		const isWaiting = delivery === 'untilExternalId' && events.includes('created');
		const readsLost = !this.scenario.excuses.has('lostClocks');
		if (!state || (isWaiting && state.waiting.some((date) => readsLost || !isOfLostClock(date))))
			return false;
		const lostOf = (list: ListName): ReadingName[] => (readsLost ? [`${list}Lost`] : []);
		const names = (['created', 'deleted'] as const)
			.filter((list) => isWanted(this.period.settings, list))
			.flatMap((list): ReadingName[] => [`${list}Near`, `${list}Far`, ...lostOf(list)]);
		return names.every((name) => state.lastRead[name] > time);
	}
}

/** Events that are about the trigger, not about orders. */
function isReportEvent(event: string): boolean {
	return event === 'attention' || event === 'summary';
}

/** Whether the chosen events need a list. */
export function isWanted({ events }: TriggerSettings, list: ListName): boolean {
	if (list === 'deleted') return events.includes('deleted');
	return events.includes('created') || events.includes('edited');
}

/** The shortest limit of the length of windows that worlds have. */
const SHORTEST_LIMIT_DAYS = 31;

/** After a failure, each of the six parts reads a while in short windows, and what was passed over as well. */
const SHORT_WINDOWS = 6 * 40;

/** A few, and each page up to four times; where the service fails, each request again and again. */
function mostRequests({ faults, outages, weather, switches, settings }: Scenario, pages: number): number {
	const disturbances = faults.probability + outages.length + weather.length;
	const isUndisturbed = disturbances === 0 && switches.maintenance === 'none';
	// Two lists over 33 years and the one to come, in windows of at least a quarter of the longest.
	const isLimited = weather.some(({ span, stops }) => !span && !stops);
	const longestDays = switches.longestWindowDays ?? (isLimited ? SHORTEST_LIMIT_DAYS : Infinity);
	const windows = (2 * 34 * 366 * 4) / longestDays;
	// A list that never settles is read five times, in ever shorter windows; one that seems longer than it is, twice.
	const readings = (switches.sortOrder === 'shuffled' ? 16 : 4) * (switches.counted === 'account' ? 4 : 1);
	// Orders that contradict each other in every zone are looked for in each: lists/checkTimeZone.
	const zones = settings.checkTimeZone ? 41 : 0;
	// Where lists seem short, windows are halved until each has one page; and twenty are read before one is longer.
	const short = switches.counted === 'account' ? 20 * 5 : 0;
	const usual = 20 + readings * pages + windows + zones + short;
	return isUndisturbed ? usual : 5 * usual + SHORT_WINDOWS;
}
