/** What the trigger reports with the event `attention`: each reason once when it begins, and never without a reason. */
import { mustBeCreated } from './cases';
import { epochsOf } from './epochs';
import type { PlannedOrder } from './orderPlan';
import type { Run } from './simulate';
import { DAY, HOUR, MINUTE } from '../support/time';

/** The trigger counts from the beginning of a poll, which is known here by its end. */
const LONGEST_POLL = 5 * MINUTE;

/** So many orders may wait for their external ID. */
const MOST_WAITING = 5_000;

/** What was wrong with the reports of a run. */
export function problemsOfReports(run: Run): string[] {
	const { services, scenario, kills } = run;
	const periods = services[0]?.watch.periods ?? [];
	const isChosen = periods.map(({ settings }) => settings.events.includes('attention'));
	const reports = services.flatMap(({ ledger }) => ledger.reports);
	const torn = (kind: 'lost' | 'repeated', reason: string) =>
		services.reduce((sum, { ledger }) => sum + ledger[kind].reports(reason), 0);
	const problems: string[] = [];
	const expect = (reason: string, least: number, most: number) => {
		const countIn = (reasons: string[]) => reasons.filter((each) => each === reason).length;
		const count = countIn(reports.map((report) => report.reason));
		const due = least - torn('lost', reason) - countIn(run.pending);
		const isEnough = count >= due || kills > 0 || isChosen.includes(false);
		if (!isEnough) problems.push(`${count} reports of ${reason}, at least ${least} are due`);
		// What a kill made n8n forget before it was saved is reported again.
		const again = torn('repeated', reason) + kills;
		if (count > most + again) problems.push(`${count} reports of ${reason}, at most ${most} are due`);
	};
	const subjects = new Set(run.noticed.flatMap((each) => [...each.subjects]));
	const odd = [...subjects].map((subject) => beginnings(run, subject));
	// What had only gone to the log is news when Attention Needed is chosen.
	const chosenAnew = isChosen.filter((chosen, index) => chosen && isChosen[index - 1] === false).length;
	// So may be what n8n had not saved when it was stopped.
	const forgotten = chosenAnew + scenario.absences.length;
	expect(
		'oddData',
		odd.reduce((sum, { least }) => sum + least, 0),
		// Without a Date header, a clock of n8n that jumps ahead ends what was noticed the day before.
		odd.reduce(
			(sum, { most }) => sum + most + forgotten + (scenario.hidesDate ? scenario.clockJumps.length : 0),
			0,
		),
	);
	expect('otherService', run.switches, run.switches);
	expect('stateRebuilt', 0, 0);
	// Pages of another order each repeat some and leave out others.
	const { sortOrder, counted } = scenario.switches;
	expect('miscounted', 0, sortOrder === 'shuffled' || counted === 'account' ? Infinity : 0);
	expect('timeZone', 0, scenario.wrongZones.length);
	const { weather, faults, outages } = scenario;
	// A window of several pages may take longer than a poll has, where each takes seconds.
	const isReadable = sortOrder !== 'shuffled' && (scenario.switches.latency ?? 0) < 2_000;
	if (isReadable && weather.length + faults.probability + outages.length === 0) expect('listFails', 0, 0);
	expect('tooManyWaiting', services.some(({ watch }) => watch.mostWaiting >= MOST_WAITING) ? 1 : 0, Infinity);
	if (hasForeignConfirmation(run)) expect('confirmedElsewhere', 1, Infinity);
	if (scenario.orders.every(({ confirmedAt }) => confirmedAt === undefined) && scenario.visits.length === 0)
		expect('confirmedElsewhere', 0, 0);
	if (isChosen.every((chosen) => !chosen) && reports.length > 0)
		problems.push('Reports although none were asked for');
	return problems;
}

/** How often something began that ends when it was not noticed for a day. */
function beginnings({ noticed }: Run, subject: string): { least: number; most: number } {
	let least = 0;
	let most = 0;
	let last = -Infinity;
	let hasEnded = true;
	for (const { at, subjects } of noticed) {
		const isOld = at - last >= DAY - LONGEST_POLL;
		if (!subjects.has(subject)) {
			hasEnded ||= at - last >= DAY + LONGEST_POLL;
			continue;
		}
		if (isOld) most++;
		if (hasEnded) least++;
		last = at;
		hasEnded = false;
	}
	return { least, most };
}

/** Whether the trigger must have met an order that somebody else had confirmed before it was delivered. */
function hasForeignConfirmation(run: Run): boolean {
	const { services, scenario } = run;
	const isDisturbed = [scenario.visits, scenario.absences, scenario.changes].some(({ length }) => length > 0);
	if (isDisturbed || scenario.settings.delivery !== 'untilExternalId') return false;
	return services.some((service) => {
		const [epoch] = epochsOf(service, scenario);
		return service.ids.some((id, position) => {
			const order = service.orders[position] as PlannedOrder;
			const isBefore = order.confirmedAt !== undefined && order.confirmedAt <= order.visibleFrom;
			const isSteady = order.changes.length === 0 && service.ledger.byOrder.get(id) === undefined;
			// What Start From brings is not reported.
			const isOld = order.dateCreated < (service.since?.latest ?? 0) + HOUR;
			if (!epoch || !isBefore || !isSteady || isOld) return false;
			return mustBeCreated({ run, service, epoch, id, order, delivered: [] }, order.visibleFrom);
		});
	});
}
