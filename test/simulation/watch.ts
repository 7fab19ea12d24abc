/** Watches over the polls of one service: their time, requests and state, and from when on events counted. */
import type { TriggerItem } from '../../nodes/SalesOrderIntegration/trigger/pollWithState';
import type { TriggerEvent, TriggerSettings } from '../../nodes/SalesOrderIntegration/trigger/settings';
import type {
	ReadingName,
	ServiceState,
	TriggerState,
} from '../../nodes/SalesOrderIntegration/trigger/state/state';
import type { Disk } from './n8nModel';
import type { Scenario } from './scenario';

/** The settings of one stretch of time. Times by the clock of n8n. */
export interface Period {
	from: number;
	settings: TriggerSettings;
	/** When each event was first seen in a saved state of this period. */
	countedBy: Partial<Record<TriggerEvent, number>>;
	/** When the filters of this period were first seen in a saved state of it. */
	filteredBy?: number;
}

/** A poll that succeeded. Times by the clock of n8n. */
export interface WatchedPoll {
	began: number;
	ended: number;
	items: TriggerItem[];
	settings: TriggerSettings;
}

/** A poll as far as its state shows what it did. */
export interface JudgedPoll extends WatchedPoll {
	/** Whether both near readings began and ended in it. */
	isComplete: boolean;
	/** Whether it delivered reports. */
	isReport: boolean;
	/** When the near readings last began that had come to their end, by the clock of the service. */
	nearBegan: { created: number; deleted: number };
}

/** A far reading that came to its end. Times by the clock of n8n. */
export interface Sweep {
	began: number;
	ended: number;
}

export class Watch {
	readonly polled: JudgedPoll[] = [];

	readonly sweeps: Record<'createdFar' | 'deletedFar', Sweep[]> = { createdFar: [], deletedFar: [] };

	readonly problems: string[] = [];

	readonly periods: Period[];

	readonly failures = new Map<string, number>();

	polls = 0;

	requests = 0;

	mostRequests = 0;

	largestState = 0;

	lastState: ServiceState | undefined;

	/** How many orders waited for their external ID: each may be looked for in a window of its own. */
	private pending = 0;

	/** @param service base URL */
	constructor(
		private readonly scenario: Scenario,
		private readonly service: string,
	) {
		this.periods = [{ from: scenario.start, settings: scenario.settings, countedBy: {} }];
	}

	get period(): Period {
		return this.periods.at(-1) as Period;
	}

	settingsChanged(at: number, settings: TriggerSettings): void {
		this.periods.push({ from: at, settings, countedBy: {} });
	}

	/** `state` is undefined for a poll that did nothing, as during maintenance. */
	pollSucceeded(poll: WatchedPoll, state: TriggerState | undefined): void {
		const { items, settings, began, ended } = poll;
		const isReport = items.some(({ event }) => event === 'attention');
		if (!isReport && items.length > settings.maxOrdersPerRun) {
			this.problems.push(
				`${items.length} items in one poll, although ${settings.maxOrdersPerRun} is the most`,
			);
		}
		const current = state?.services[this.service];
		if (!state || !current) return;
		this.largestState = Math.max(this.largestState, JSON.stringify(state).length);
		const { polledAt } = current;
		const isComplete =
			!isReport &&
			readingsOf(settings, 'Near').every((name) => current.readings[name].lastBegan === polledAt);
		const { createdNear, deletedNear } = current.readings;
		const nearBegan = { created: createdNear.lastBegan, deleted: deletedNear.lastBegan };
		this.polled.push({ ...poll, isComplete, isReport, nearBegan });
		for (const name of ['createdFar', 'deletedFar'] as const) {
			const { lastBegan } = current.readings[name];
			if (lastBegan === this.lastState?.readings[name].lastBegan || isReport) continue;
			// It may have begun in an earlier poll; by our clock, which is that of no skew.
			this.sweeps[name].push({ began: began + lastBegan - polledAt, ended });
		}
		this.pending = Math.max(current.pending.length, this.lastState?.pending.length ?? 0);
		this.lastState = current;
	}

	pollFailed(error: unknown): void {
		const { name, kind, message } = error as { name?: string; kind?: string; message?: string };
		if (name !== 'ServiceFailure')
			this.problems.push(`A poll threw ${String(message)}\n${(error as Error).stack}`);
		const key = kind ?? String(message);
		this.failures.set(key, (this.failures.get(key) ?? 0) + 1);
	}

	/** `pages`: that all lists of the service have together at this time. */
	pollEnded(durationMs: number, requests: number, pages: number): void {
		this.polls++;
		this.requests += requests;
		this.mostRequests = Math.max(this.mostRequests, requests);
		const most = mostRequests(this.scenario, pages + this.pending);
		if (requests > most)
			this.problems.push(`${requests} requests in one poll, although ${most} are the most`);
		if (durationMs > this.scenario.budgetMs) {
			this.problems.push(`A poll took ${durationMs} ms, its budget is ${this.scenario.budgetMs} ms`);
		}
	}

	stateSaved({ nodeData }: Disk, now: number): void {
		const { settings, countedBy, filteredBy } = this.period;
		const events = settings.events.filter((event) => event !== 'attention');
		if (filteredBy !== undefined && events.every((event) => countedBy[event] !== undefined)) return;
		const { state } = JSON.parse(nodeData) as { state?: TriggerState };
		const current = state?.services[this.service];
		if (!current) return;
		for (const event of events) {
			if (current.since[event] !== undefined) countedBy[event] ??= now;
		}
		const isFiltered = JSON.stringify(current.filters.at(-1)?.filters) === JSON.stringify(settings.filters);
		if (isFiltered) this.period.filteredBy ??= now;
	}

	/** Whether all lists were read to their ends since a time, by the clock of the service, and nothing is waiting. */
	isReadSince(time: number): boolean {
		const state = this.lastState;
		if (!state || state.pending.length > 0) return false;
		const names = (['Near', 'Far'] as const).flatMap((part) => readingsOf(this.period.settings, part));
		return names.every((name) => state.readings[name].lastBegan > time && !state.readings[name].underWay);
	}
}

/** The readings that the chosen events need. */
function readingsOf({ events }: TriggerSettings, part: 'Near' | 'Far'): ReadingName[] {
	const lists: Array<'created' | 'deleted'> = [];
	if (events.includes('deleted')) lists.push('deleted');
	if (events.includes('created') || events.includes('edited')) lists.push('created');
	return lists.map((list): ReadingName => `${list}${part}`);
}

/** A few, and each page up to four times; where the service fails, each request again and again. */
function mostRequests({ faults, outages, switches }: Scenario, pages: number): number {
	const isUndisturbed = faults.probability === 0 && outages.length === 0 && switches.maintenance === 'none';
	// Two lists over 33 years and the one to come, in windows of at least half the longest.
	const windows = switches.longestWindowDays ? (2 * 34 * 366 * 2) / switches.longestWindowDays : 0;
	return (20 + 4 * pages + windows) * (isUndisturbed ? 1 : 5);
}
