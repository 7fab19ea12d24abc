/** Judges a run by the promises of design 4. */
import { exceededBounds } from './bounds';
import { epochsOf, handOversIn } from './epochs';
import type { Epoch } from './epochs';
import type { HandOver } from './ledger';
import { missing, untimely } from './missing';
import type { PlannedOrder } from './orderPlan';
import type { Run } from './simulate';

/** What was wrong with a run; empty when all promises were kept. */
export function problemsOf(run: Run): string[] {
	const problems = [...run.watch.problems, ...exceededBounds(run)];
	const epochs = epochsOf(run);
	if (!run.isSettled) problems.push('The trigger never came to rest');
	problems.push(...run.ledger.disordered.map((ids) => `Not by arrival, then id: ${ids}`));
	run.ids.forEach((id, position) => {
		const order = run.scenario.orders[position] as PlannedOrder;
		for (const epoch of epochs) {
			const handedOver = handOversIn(epoch, run.ledger.byOrder.get(id) ?? []);
			const found = problemsOfOrder({ run, epoch, id, order, handedOver });
			problems.push(
				...found.map((problem) => `Order ${id}: ${problem}\n    ${described(run, order, handedOver)}`),
			);
		}
	});
	if (run.scenario.engine === 'durable' && run.ledger.lost.count + run.ledger.repeated.count > 0) {
		problems.push('Batches were torn although state and execution are one transaction');
	}
	return problems;
}

/** One order in one epoch. */
export interface Case {
	run: Run;
	epoch: Epoch;
	id: string;
	order: PlannedOrder;
	handedOver: HandOver[];
}

function problemsOfOrder(one: Case): string[] {
	return [
		...repetitions(one),
		...tooOld(one),
		...wrongFlags(one),
		...wrongDeliveries(one),
		...(one.epoch.isLast ? [...missing(one), ...untimely(one)] : []),
	];
}

/** Created and deleted items take turns; an edited one shows another version than the one before. */
function repetitions({ run, id, order, handedOver }: Case): string[] {
	const problems: string[] = [];
	let allowed = run.ledger.repeated.eventsOf(id).length;
	// Between two of a kind, the other may have been in a batch that was lost.
	const lost = [...run.ledger.lost.eventsOf(id)];
	// A restoration that is out of reach goes unnoticed, the deletion after it does not.
	let deletions = order.changes.filter(({ kind }) => kind === 'delete').length;
	let last: HandOver | undefined;
	let previous: HandOver | undefined;
	for (const item of handedOver) {
		if (item.event === 'deleted') deletions--;
		if (item.event === 'edited') {
			if (previous?.version === item.version && allowed-- <= 0) problems.push('edited, but the same');
		} else if ((item.delivery ?? 1) === 1) {
			const isAgain = item.event === last?.event && !(item.event === 'deleted' && deletions >= 0);
			if (isAgain && !takeOne(lost, opposite[item.event]) && allowed-- <= 0)
				problems.push(`${item.event} twice`);
			last = item;
		}
		previous = item;
	}
	return problems;
}

const opposite = { created: 'deleted', deleted: 'created' } as const;

function takeOne<T>(list: T[], value: T): boolean {
	const position = list.indexOf(value);
	if (position >= 0) list.splice(position, 1);
	return position >= 0;
}

/** Nothing is handed over that came, or was deleted, before the event began to count. */
function tooOld({ epoch, order, handedOver }: Case): string[] {
	const earliest = epoch.since - 2_000;
	const problems: string[] = [];
	const isEarly = order.dateCreated < earliest;
	if (isEarly && handedOver.some(({ event }) => event === 'created')) problems.push('too old to be created');
	const lastDeletion = order.changes.filter(({ kind }) => kind === 'delete').at(-1);
	const isDeleted = handedOver.some(({ event }) => event === 'deleted');
	if (isDeleted && (lastDeletion?.at ?? 0) < earliest) problems.push('deleted too long ago');
	return problems;
}

/** A deleted item says whether the order had been handed over before. */
function wrongFlags({ run, epoch, id, order, handedOver }: Case): string[] {
	const isAlwaysCounted = epoch.periods.every(({ settings }) => settings.events.includes('created'));
	const hasExternalId = run.sandbox.world.find(BigInt(id))?.externalId;
	if (!isAlwaysCounted || hasExternalId || run.ledger.lost.eventsOf(id).length > 0) return [];
	// The trigger cannot know of a batch that was executed although its state was not saved.
	const isForgotten = run.ledger.repeated.eventsOf(id).includes('created');
	const latest = Math.max(order.mobileDateCreated, order.dateCreated);
	const problems: string[] = [];
	handedOver.forEach(({ event, delivered, at }, position) => {
		if (event !== 'deleted') return;
		const before = handedOver.slice(0, position).filter((item) => item.event !== 'edited');
		const wasHandedOver = before.at(-1)?.event === 'created';
		const isRemembered = at - latest < Math.min(...epoch.periods.map(({ settings }) => settings.lateSyncMs));
		if (wasHandedOver && !delivered && !isForgotten)
			problems.push('its deletion says that it was not delivered');
		if (!wasHandedOver && delivered && isRemembered && before.length === 0) {
			problems.push('its deletion says that it was delivered');
		}
	});
	return problems;
}

/** Deliveries are counted from 1, and end with the external ID. */
function wrongDeliveries({ run, id, epoch, handedOver }: Case): string[] {
	const created = handedOver.filter(({ event, delivery }) => event === 'created' && delivery !== undefined);
	const problems: string[] = [];
	const most = Math.max(...epoch.periods.map(({ settings }) => settings.maxDeliveries));
	created.forEach(({ delivery = 0, hasExternalId }, position) => {
		const before = created[position - 1]?.delivery ?? 0;
		if (delivery > 1 && hasExternalId) problems.push('handed over again although it has an external ID');
		if (delivery > most) problems.push(`delivery ${delivery} of ${most}`);
		if (delivery !== 1 && delivery <= before && run.ledger.repeated.eventsOf(id).length === 0)
			problems.push('counted wrongly');
	});
	return problems;
}

function described(run: Run, order: PlannedOrder, handedOver: HandOver[]): string {
	const text = (at: number) => new Date(at).toISOString();
	const life = [
		`made ${text(order.mobileDateCreated)}`,
		`arrived ${text(order.dateCreated)}`,
		`visible ${text(order.visibleFrom)}`,
		...order.changes.map(({ kind, at }) => `${kind} ${text(at)}`),
	];
	const items = handedOver.map(
		({ event, at, delivered, delivery }) =>
			`${event}${delivery ? ` #${delivery}` : ''}${delivered === undefined ? '' : ` (${delivered})`} ${text(at)}`,
	);
	const activated = text(run.activatedAt + run.scenario.clockSkewMs);
	return `${life.join(', ')}; got ${items.join(', ') || 'nothing'}; activated ${activated}`;
}
