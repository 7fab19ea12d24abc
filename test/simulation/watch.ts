/** Watches over every poll of a run: its time, its requests, its state, and from when on events counted. */
import type { TriggerItem } from '../../nodes/SalesOrderIntegration/trigger/run';
import type { TriggerEvent, TriggerSettings } from '../../nodes/SalesOrderIntegration/trigger/settings';
import type { TriggerState } from '../../nodes/SalesOrderIntegration/trigger/memory/state';
import type { Disk } from './n8nModel';
import { HOUR, MINUTE } from './orderPlan';
import type { Scenario } from './scenario';

/** The settings of one stretch of time. */
export interface Period {
	from: number;
	settings: TriggerSettings;
	/** When each event was first seen in a saved state of this period, by the clock of n8n. */
	countedBy: Partial<Record<TriggerEvent, number>>;
}

/** A poll that read all there was to read. Times by the clock of n8n. */
export interface WatchedPoll {
	began: number;
	ended: number;
	items: TriggerItem[];
	settings: TriggerSettings;
}

export class Watch {
	readonly completePolls: WatchedPoll[] = [];

	readonly problems: string[] = [];

	readonly periods: Period[];

	readonly failures = new Map<string, number>();

	polls = 0;

	requests = 0;

	mostRequests = 0;

	longestMs = 0;

	largestState = 0;

	lastState: TriggerState | undefined;

	constructor(private readonly scenario: Scenario) {
		this.periods = [{ from: scenario.start, settings: scenario.settings, countedBy: {} }];
	}

	get period(): Period {
		return this.periods.at(-1) as Period;
	}

	settingsChanged(at: number, settings: TriggerSettings): void {
		this.periods.push({ from: at, settings, countedBy: {} });
	}

	/** Times by the clock of n8n. `state` is undefined for a poll that did nothing, as during maintenance. */
	pollSucceeded(poll: WatchedPoll, state: TriggerState | undefined, warnings: number): void {
		const { items, settings } = poll;
		if (items.length > settings.maxOrdersPerRun) {
			this.problems.push(
				`${items.length} items in one poll, although ${settings.maxOrdersPerRun} is the most`,
			);
		}
		if (!state) return;
		this.lastState = state;
		this.largestState = Math.max(this.largestState, JSON.stringify(state).length);
		const hasRoom = items.length < settings.maxOrdersPerRun / 2;
		if (hasRoom && warnings === 0 && this.isComplete(state)) this.completePolls.push(poll);
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
		this.longestMs = Math.max(this.longestMs, durationMs);
		const most = mostRequests(this.scenario, pages);
		if (requests > most)
			this.problems.push(`${requests} requests in one poll, although ${most} are the most`);
		if (durationMs > this.scenario.budgetMs) {
			this.problems.push(`A poll took ${durationMs} ms, its budget is ${this.scenario.budgetMs} ms`);
		}
	}

	stateSaved({ nodeData }: Disk, now: number): void {
		const { settings, countedBy } = this.period;
		if (settings.events.every((event) => countedBy[event] !== undefined)) return;
		const { state } = JSON.parse(nodeData) as { state?: TriggerState };
		for (const event of settings.events) {
			if (state?.since[event] !== undefined) countedBy[event] ??= now;
		}
	}

	/** Whether all lists were read to their ends since a time, by the clock of the service. */
	isReadSince(time: number): boolean {
		if (!this.lastState) return false;
		const { polledAt, newOrders, lateOrders, deletions } = this.lastState;
		return polledAt - newOrders.readUntil < HOUR && lateOrders.lastBegan > time && deletions.lastBegan > time;
	}

	/** Whether a poll read all there was by itself. */
	private isComplete({ polledAt, newOrders, lateOrders, deletions, nextStep }: TriggerState): boolean {
		// A round over deletions that ends in this poll may have read most of them in the ones before.
		const isRead = polledAt - newOrders.readUntil < HOUR && deletions.lastBegan > polledAt - MINUTE / 2;
		return isRead && !lateOrders.current && !deletions.current && nextStep === undefined;
	}
}

/** A few, and each page up to three times; where the service fails, each request again and again. */
function mostRequests({ faults, outages, switches }: Scenario, pages: number): number {
	const isUndisturbed = faults.probability === 0 && outages.length === 0 && switches.maintenance === 'none';
	return (10 + 3 * pages) * (isUndisturbed ? 1 : 5);
}
