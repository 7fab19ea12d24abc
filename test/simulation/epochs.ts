/** The stretches of a run between fresh starts of the trigger, and from when on events and filters applied in them. */
import type { IDataObject } from 'n8n-workflow';
import type { Delivered } from './ledger';
import type { Scenario } from './scenario';
import type { SimulatedService } from './simulatedService';
import type { Period } from './watch';

/** From activation, or from a change of `startFrom`, to the next such change. Times by the clock of the service. */
export interface Epoch {
	/** Nothing that came before `earliest` counts; what came after `latest` does. */
	since: { earliest: number; latest: number };
	periods: Period[];
	from: number;
	until: number;
	isLast: boolean;
	clockSkewMs: number;
}

/** The epochs of a service, in their sequence. */
export function epochsOf({ watch, since: start }: SimulatedService, { clockSkewMs }: Scenario): Epoch[] {
	const epochs: Epoch[] = [];
	let text: string | undefined;
	watch.periods.forEach((period, position) => {
		const { startFrom } = period.settings;
		// One that no state was saved with has left no trace.
		const isSeen = period.filteredBy !== undefined || period === watch.periods.at(-1);
		const isFresh = position === 0 || (startFrom !== undefined && startFrom.text !== text && isSeen);
		if (isFresh) {
			text = startFrom?.text;
			const isStart = startFrom !== undefined && !(position === 0 && start?.isVisit);
			const since = isStart
				? { earliest: startFrom.at, latest: startFrom.at }
				: { earliest: start?.earliest ?? 0, latest: start?.latest ?? 0 };
			const from = position === 0 ? -Infinity : period.from + clockSkewMs;
			epochs.push({ since, from, periods: [], until: Infinity, isLast: true, clockSkewMs });
			const previous = epochs.at(-2);
			if (previous) Object.assign(previous, { until: from, isLast: false });
		}
		epochs.at(-1)?.periods.push(period);
	});
	return epochs;
}

/** What was delivered in an epoch. */
export function deliveredIn({ from, until }: Epoch, delivered: Delivered[]): Delivered[] {
	return delivered.filter(({ at }) => at > from && at <= until);
}

/** Since when an event surely counted without a break until the end of the epoch; undefined when it did not. */
export function countedSince(epoch: Epoch, event: string): number | undefined {
	let since: number | undefined;
	epoch.periods.forEach((period, position) => {
		if (!period.settings.events.includes(event)) since = undefined;
		else if (position > 0) since ??= (period.countedBy[event] ?? Infinity) + epoch.clockSkewMs;
		else since = epoch.since.latest;
	});
	return since;
}

/** The filters of which one applied to orders that arrived at an instant: several around a change. */
export function filtersAt({ periods, clockSkewMs }: Epoch, arrival: number): IDataObject[] {
	const candidates = periods.filter((period, position) => {
		// Filters count from the first state that was saved with them: those before them may have left no trace.
		const isFirst = periods.slice(0, position).every(({ filteredBy }) => filteredBy === undefined);
		const isBegun = isFirst || period.from + clockSkewMs - 2_000 <= arrival;
		const isReplaced = periods
			.slice(position + 1)
			.some(({ filteredBy = Infinity }) => filteredBy + clockSkewMs <= arrival);
		return isBegun && !isReplaced;
	});
	return candidates.map(({ settings }) => settings.filters);
}
