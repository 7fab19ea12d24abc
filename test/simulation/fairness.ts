/** Whether everything that waits gets its share while there is more than polls can deliver (design 4). */
import { mustBeCreated, mustBeDeleted } from './cases';
import type { Case } from './cases';
import { deliveredIn, epochsOf } from './epochs';
import type { Delivered } from './ledger';
import { HOUR, isOfLostClock } from './orderPlan';
import type { PlannedOrder } from './orderPlan';
import type { Run } from './simulate';
import type { SimulatedService } from './simulatedService';

/** Five parts share a poll: with a quota of one, each has its turn after five polls, and after a report. */
const MOST_POLLS = 7;

/** Kinds of items that waited for many polls, all of which delivered as much as they may of another kind. */
export function unfairness(run: Run, service: SimulatedService): string[] {
	const { faults, outages, kills, changes, visits, absences } = run.scenario;
	const disturbances = [outages, changes, visits, absences];
	const isDisturbed = faults.probability > 0 || kills.networkTouches > 0;
	if (isDisturbed || disturbances.some(({ length }) => length > 0)) return [];
	return (['created', 'deleted'] as const).flatMap((event) => {
		const waits = waitsFor(run, service, event);
		return starvedFor(run, service, event, waits).slice(0, 1);
	});
}

interface Wait {
	id: string;
	/** By the clock of the service. */
	from: number;
	until: number;
}

/** When things that near readings show had happened, until they were delivered. */
function waitsFor(run: Run, service: SimulatedService, event: Delivered['event']): Wait[] {
	const [epoch] = epochsOf(service, run.scenario);
	if (!epoch) return [];
	return service.ids.flatMap((id, position) => {
		const order = service.orders[position] as PlannedOrder;
		const delivered = deliveredIn(epoch, service.ledger.byOrder.get(id) ?? []);
		const one: Case = { run, service, epoch, id, order, delivered };
		const isNear = order.changes.every(({ traits }) => !traits) && !isOfLostClock(order.mobileDateCreated);
		const item = delivered.find((other) => other.event === event);
		if (!isNear || !item) return [];
		const [fate] = order.changes.filter(({ kind }) => kind !== 'edit');
		if (event === 'created') {
			const isReached = order.visibleFrom - order.mobileDateCreated <= 2 * HOUR;
			const isWanted = !fate && isReached && mustBeCreated(one, order.visibleFrom);
			return isWanted ? [{ id, from: order.visibleFrom, until: item.at }] : [];
		}
		const isReached = fate && fate.at - order.mobileDateCreated <= 2 * HOUR && mustBeDeleted(one, fate);
		return isReached ? [{ id, from: fate.at, until: item.at }] : [];
	});
}

/** Runs of polls that were all full, while something of one kind waited and nothing of that kind was delivered. */
function starvedFor(
	{ scenario }: Run,
	{ watch }: SimulatedService,
	event: Delivered['event'],
	waits: Wait[],
): string[] {
	const problems: string[] = [];
	let run: typeof watch.polled = [];
	for (const poll of watch.polled) {
		const isFull = poll.items.length >= poll.settings.maxOrdersPerRun;
		const hasKind = poll.items.some((item) => item.event === event);
		if (!isFull || hasKind) {
			run = [];
			continue;
		}
		run.push(poll);
		if (run.length < MOST_POLLS) continue;
		const from = (run[0]?.began ?? 0) + scenario.clockSkewMs;
		const waiting = waits.find((wait) => wait.from < from && wait.until > poll.ended + scenario.clockSkewMs);
		if (waiting) problems.push(`${event} ${waiting.id} waited for ${run.length} polls without its kind`);
	}
	return problems;
}
