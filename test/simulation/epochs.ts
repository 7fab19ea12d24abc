/** The stretches of a run between fresh starts of the trigger, and from when on events counted in them. */
import type { TriggerEvent } from '../../nodes/SalesOrderIntegration/trigger/settings';
import type { HandOver } from './ledger';
import type { Run } from './simulate';
import type { Period } from './watch';

/** From activation, or from a change of `startFrom`, to the next such change. Times by the clock of the service. */
export interface Epoch {
	/** Nothing that came before counts. */
	since: number;
	periods: Period[];
	from: number;
	until: number;
	isLast: boolean;
}

/** The epochs of a run, in their sequence. */
export function epochsOf({ watch, scenario, activatedAt }: Run): Epoch[] {
	const { clockSkewMs } = scenario;
	const epochs: Epoch[] = [];
	let text: string | undefined;
	watch.periods.forEach((period, position) => {
		const { startFrom } = period.settings;
		const isFresh = position === 0 || (startFrom !== undefined && startFrom.text !== text);
		if (isFresh) {
			text = startFrom?.text;
			const since = startFrom?.at ?? activatedAt + clockSkewMs - allowance(scenario);
			const from = position === 0 ? -Infinity : period.from + clockSkewMs;
			epochs.push({ since, from, periods: [], until: Infinity, isLast: true });
			const previous = epochs.at(-2);
			if (previous) Object.assign(previous, { until: from, isLast: false });
		}
		epochs.at(-1)?.periods.push(period);
	});
	return epochs;
}

/** The clock of the service cannot be asked during its maintenance. */
function allowance({ settings, clockSkewMs }: Run['scenario']): number {
	return settings.pauseDuringMaintenance ? Math.abs(clockSkewMs) : 0;
}

/** What was handed over in an epoch. */
export function handOversIn({ from, until }: Epoch, handedOver: HandOver[]): HandOver[] {
	return handedOver.filter(({ at }) => at >= from && at < until);
}

/** Since when an event surely counted without a break until the end of the epoch; undefined when it did not. */
export function countedSince(
	{ scenario, activatedAt }: Run,
	epoch: Epoch,
	event: TriggerEvent,
): number | undefined {
	let since: number | undefined;
	epoch.periods.forEach((period, position) => {
		const { events, startFrom } = period.settings;
		if (!events.includes(event)) since = undefined;
		else if (position > 0) since ??= (period.countedBy[event] ?? Infinity) + scenario.clockSkewMs;
		else since = startFrom?.at ?? activatedAt + scenario.clockSkewMs + allowance(scenario);
	});
	return since;
}
