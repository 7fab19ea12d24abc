/** Watches over every poll of a run: its time, its requests, its state, and from when on events counted. */
import type { TriggerItem } from '../../nodes/SalesOrderIntegration/trigger/run';
import type { TriggerEvent, TriggerSettings } from '../../nodes/SalesOrderIntegration/trigger/settings';
import type { TriggerState } from '../../nodes/SalesOrderIntegration/trigger/state';
import type { Disk } from './n8nModel';
import { MINUTE } from './orderPlan';
import type { Scenario } from './scenario';

/** The settings of one stretch of time. */
export interface Period {
	from: number;
	settings: TriggerSettings;
	/** When each event was first seen in a saved state of this period, by the clock of n8n. */
	countedBy: Partial<Record<TriggerEvent, number>>;
}

export class Watch {
	readonly problems: string[] = [];

	readonly periods: Period[];

	readonly failures = new Map<string, number>();

	polls = 0;

	requests = 0;

	mostRequests = 0;

	longestMs = 0;

	largestState = 0;

	private lastState: TriggerState | undefined;

	constructor(private readonly scenario: Scenario) {
		this.periods = [{ from: scenario.start, settings: scenario.settings, countedBy: {} }];
	}

	get period(): Period {
		return this.periods.at(-1) as Period;
	}

	settingsChanged(at: number, settings: TriggerSettings): void {
		this.periods.push({ from: at, settings, countedBy: {} });
	}

	pollSucceeded(state: TriggerState | undefined, items: TriggerItem[], settings: TriggerSettings): void {
		if (items.length > settings.maxOrdersPerRun) {
			this.problems.push(`${items.length} items in one poll, although ${settings.maxOrdersPerRun} is the most`);
		}
		if (!state) return;
		this.lastState = state;
		const size = JSON.stringify(state).length;
		this.largestState = Math.max(this.largestState, size);
	}

	pollFailed(error: unknown): void {
		const { name, kind, message } = error as { name?: string; kind?: string; message?: string };
		if (name !== 'ServiceFailure') this.problems.push(`A poll threw ${String(message)}\n${(error as Error).stack}`);
		const key = kind ?? String(message);
		this.failures.set(key, (this.failures.get(key) ?? 0) + 1);
	}

	pollEnded(durationMs: number, requests: number): void {
		this.polls++;
		this.requests += requests;
		this.mostRequests = Math.max(this.mostRequests, requests);
		this.longestMs = Math.max(this.longestMs, durationMs);
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

	/** Whether the last poll left something to be read. */
	get isBehind(): boolean {
		if (!this.lastState) return true;
		const { polledAt, newOrders, lateOrders, deletions, nextStep } = this.lastState;
		const isRead = polledAt - newOrders.readUntil < 60 * MINUTE && !lateOrders.current && !deletions.current;
		return !isRead || nextStep !== undefined;
	}
}
