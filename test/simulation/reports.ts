/** What the trigger reports with the event `attention`: each reason once when it begins, and never without a reason. */
import type { Run } from './simulate';
import { DAY } from '../support/time';

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
		const count = reports.filter((report) => report.reason === reason).length;
		const isEnough = count + torn('lost', reason) >= least || kills > 0 || isChosen.includes(false);
		if (!isEnough) problems.push(`${count} reports of ${reason}, at least ${least} are due`);
		// What a kill made a plain engine forget is reported again.
		const again = torn('repeated', reason) + (scenario.engine === 'plain' ? kills : 0);
		if (count > most + again) problems.push(`${count} reports of ${reason}, at most ${most} are due`);
	};
	const odd = ['oddData', 'leftOut'].map((kind) => beginnings(run, kind));
	expect(
		'oddData',
		odd.reduce((sum, { least }) => sum + least, 0),
		odd.reduce((sum, { most }) => sum + most, 0),
	);
	expect('otherService', run.switches, run.switches);
	for (const reason of ['stateRebuilt', 'timeZone', 'miscounted']) expect(reason, 0, 0);
	if (isChosen.every((chosen) => !chosen) && reports.length > 0)
		problems.push('Reports although none were asked for');
	return problems;
}

/** How often something began that ends when it was not noticed for a day. */
function beginnings({ noticed }: Run, kind: string): { least: number; most: number } {
	let least = 0;
	let most = 0;
	let last = -Infinity;
	let hasEnded = true;
	for (const { at, kinds } of noticed) {
		const isOld = at - last >= DAY - 60_000;
		if (!kinds.has(kind)) {
			hasEnded ||= at - last >= DAY + 60_000;
			continue;
		}
		if (isOld) most++;
		if (hasEnded) least++;
		last = at;
		hasEnded = false;
	}
	return { least, most };
}
