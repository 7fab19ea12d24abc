/** Judges a run by the promises of design 4. */
import { exceededBounds } from './bounds';
import { isAlwaysListed, isNeverWanted, type Case } from './cases';
import { deliveredIn, epochsOf } from './epochs';
import { unfairness } from './fairness';
import type { Delivered } from './ledger';
import { isParked, missing } from './missing';
import type { PlannedOrder } from './orderPlan';
import { wrongRedeliveries } from './redeliveries';
import { problemsOfReports } from './reports';
import type { Run } from './simulate';
import type { SimulatedService } from './simulatedService';
import { MINUTE } from '../support/time';
import { untimely } from './timeliness';
import { untold } from './told';
import { wrongFlags } from './flags';
import { slowProgress, tooManyFarRequests } from './progress';
import { wrongSummaries } from './summaries';

/** What was wrong with a run; empty when all promises were kept. */
export function problemsOf(run: Run): string[] {
	return [...run.services.flatMap((service) => problemsOfService(run, service)), ...problemsOfReports(run)];
}

function problemsOfService(run: Run, service: SimulatedService): string[] {
	const { watch, ledger, ids, orders, isSettled } = service;
	const problems = [
		...watch.problems,
		...ledger.problems,
		...exceededBounds(run, service),
		...tooManyFarRequests(run, service),
		...unfairness(run, service),
		...wrongSummaries(run, service),
		...untold(run, service),
	];
	const epochs = epochsOf(service, run.scenario);
	if (!isSettled) problems.push('The trigger never came to rest');
	ids.forEach((id, position) => {
		const order = orders[position] as PlannedOrder;
		for (const epoch of epochs) {
			const delivered = deliveredIn(epoch, ledger.byOrder.get(id) ?? []);
			const found = problemsOfOrder({ run, service, epoch, id, order, delivered });
			problems.push(
				...found.map(
					(problem) => `Order ${id}: ${problem}\n    ${described(run, service, order, delivered)}`,
				),
			);
		}
	});
	const { engine, engineChanges } = run.scenario;
	const isTransactional = [{ engine }, ...engineChanges].every((each) => each.engine === 'durable');
	if (isTransactional && ledger.lost.count + ledger.repeated.count > 0) {
		problems.push('Batches were torn although state and execution are one transaction');
	}
	return problems;
}

function problemsOfOrder(one: Case): string[] {
	return [
		...unwanted(one),
		...repetitions(one),
		...inventions(one),
		...tooOld(one),
		...wrongFlags(one),
		...wrongRedeliveries(one),
		...(one.epoch.isLast
			? [...missing(one), ...untimely(one), ...slowProgress(one), ...unreported(one)]
			: []),
	];
}

/** Nothing is delivered of an order that no filter ever let through. */
function unwanted(one: Case): string[] {
	return isNeverWanted(one) && one.delivered.length > 0 ? ['delivered although no filter wants it'] : [];
}

/** Created and deleted items take turns; an edited one shows another version than the one before. */
function repetitions({ service, id, order, delivered }: Case): string[] {
	const { ledger } = service;
	const problems: string[] = [];
	let allowed = ledger.repeated.eventsOf(id).length;
	// Between two of a kind, the other may have been in a batch that was lost.
	const lost = [...ledger.lost.eventsOf(id)];
	// A restoration that is out of reach goes unnoticed, the deletion after it does not.
	let deletions = order.changes.filter(({ kind }) => kind === 'delete').length;
	let last: Delivered | undefined;
	let previous: Delivered | undefined;
	for (const item of delivered) {
		if (item.event === 'deleted') deletions--;
		if (item.event === 'edited') {
			if (previous?.version === item.version && allowed-- <= 0) problems.push('edited, but the same');
		} else if ((item.delivery ?? 1) === 1) {
			// Nobody heard of a deletion from before the event was chosen.
			const isRestored = order.changes.some(
				({ kind, at }) => kind === 'restore' && at > (last?.at ?? 0) && at <= item.at,
			);
			const isAgain = item.event === last?.event && !(item.event === 'deleted' ? deletions >= 0 : isRestored);
			if (isAgain && !takeOne(lost, opposite[item.event] ?? '') && allowed-- <= 0)
				problems.push(`${item.event} twice`);
			last = item;
		}
		previous = item;
	}
	return problems;
}

const opposite: Record<string, string> = { created: 'deleted', deleted: 'created' };

function takeOne(list: string[], value: string): boolean {
	const position = list.indexOf(value);
	if (position >= 0) list.splice(position, 1);
	return position >= 0;
}

/** Nothing is delivered that arrived, or was deleted, before the event began to count. */
function tooOld({ run, service, id, epoch, order, delivered }: Case): string[] {
	// Where no response tells the clock of the service, ten minutes before count as well.
	const unknownMs = run.scenario.hidesDate ? 11 * MINUTE : 2_000;
	const earliest = epoch.since.earliest - unknownMs;
	const problems: string[] = [];
	const isEarly = order.dateCreated < earliest;
	// A restoration is news, also of an old order, once its deletion was: a kill may have lost that.
	const isFirstLost = service.ledger.lost.eventsOf(id).includes('deleted');
	if (isEarly && delivered[0]?.event === 'created' && !isFirstLost) problems.push('too old to be created');
	const lastDeletion = order.changes.filter(({ kind }) => kind === 'delete').at(-1);
	const isDeleted = delivered.some(({ event }) => event === 'deleted');
	if (isDeleted && (lastDeletion?.at ?? 0) < earliest) problems.push('deleted too long ago');
	return problems;
}

/** Nothing comes more often than it happened. */
function inventions({ run, service, id, order, delivered }: Case): string[] {
	const count = (event: string) =>
		delivered.filter((item) => item.event === event && (item.delivery ?? 1) === 1).length;
	const planned = (kind: string) => order.changes.filter((change) => change.kind === kind).length;
	const repeated = service.ledger.repeated.eventsOf(id).length;
	if (run.scenario.excuses.has('restorations')) return [];
	const problems: string[] = [];
	if (count('created') > 1 + planned('restore') + repeated)
		problems.push('created again, although nobody restored it');
	if (count('deleted') > planned('delete') + repeated)
		problems.push(planned('delete') === 0 ? 'deleted, although it is not' : 'deleted too often');
	return problems;
}

/** An order whose deliveries are used up is reported once, until it waits again. */
function unreported(one: Case): string[] {
	const { run, service, id, order } = one;
	const { ledger, watch, sandbox } = service;
	// A report may come when the credential leads elsewhere: nobody can tell whose order has the ID then.
	if (run.services.some((other) => other !== service && other.ids.includes(id))) return [];
	const reports = ledger.reports.filter(
		({ reason, aboutOrderId }) => reason === 'notConfirmed' && String(aboutOrderId) === id,
	).length;
	const { scenario, kills } = run;
	const restorations = order.changes.filter(({ kind }) => kind === 'restore').length;
	const repeated = ledger.repeated.eventsOf(id).length + (scenario.engine !== 'durable' ? kills : 0);
	// A changed Start From delivers it again.
	if (reports > epochsOf(service, scenario).length + restorations + repeated)
		return [`reported ${reports} times`];
	// What a list does not show uses up an attempt, too; and the report may be of before Start From was changed.
	const all = { ...one, delivered: ledger.byOrder.get(id) ?? [] };
	if (reports > 0 && isAlwaysListed(order) && !isParked(all) && kills === 0)
		return ['reported although deliveries are left'];
	const isWatched = watch.periods.every(
		({ settings }) => settings.events.includes('attention') && settings.delivery === 'untilExternalId',
	);
	const isGone = order.changes.some(({ kind }) => kind === 'delete');
	const isDue = isWatched && isParked(one) && !isGone && !sandbox.world.find(BigInt(id))?.externalId;
	return isDue && reports === 0 && kills === 0 ? ['had its last delivery without a report'] : [];
}

function described(
	{ scenario }: Run,
	{ since }: SimulatedService,
	order: PlannedOrder,
	delivered: Delivered[],
): string {
	const text = (at: number) => new Date(at).toISOString();
	const life = [
		`created ${text(order.mobileDateCreated)}`,
		`arrived ${text(order.dateCreated)}`,
		`visible ${text(order.visibleFrom)}`,
		Object.values(order.traits).join('/'),
		...order.changes.map(
			({ kind, at, traits }) => `${kind} ${traits ? Object.values(traits).join('/') : ''} ${text(at)}`,
		),
	];
	const items = delivered.map(
		({ event, at, delivered: flag, delivery }) =>
			`${event}${delivery ? ` #${delivery}` : ''}${flag === undefined ? '' : ` (${flag})`} ${text(at)}`,
	);
	const start = text(since?.latest ?? scenario.start);
	return `${life.join(', ')}; got ${items.join(', ') || 'nothing'}; since ${start}`;
}
