/**
 * `npx tsx test/calendar.ts`: the unit and engine tests at moments that tests easily get wrong, one run for each.
 * What follows `--` goes to jest, such as `--testPathPatterns=engine`.
 */
import { spawnSync } from 'node:child_process';

interface Moment {
	/** Why it is awkward. */
	name: string;
	/** When each test file begins. */
	now: string;
	/** The time zone of the machine. */
	zone: string;
}

const moments: Moment[] = [
	{ name: 'the weekly maintenance', now: '2026-11-22T05:00:00Z', zone: 'UTC' },
	{ name: 'seconds before the new year', now: '2026-12-31T23:59:50Z', zone: 'America/Mexico_City' },
	{ name: 'seconds before clocks go back', now: '2026-10-25T00:59:50Z', zone: 'Europe/Madrid' },
	{ name: 'a leap day, a day ahead of UTC', now: '2028-02-28T12:00:00Z', zone: 'Pacific/Kiritimati' },
];

const failed = moments.filter(({ name, now, zone }) => {
	console.log(`\n=== ${name}: ${now}, ${zone}`);
	const env = { ...process.env, TEST_NOW: now, TZ: zone };
	const jest = ['jest', ...process.argv.slice(2), '--selectProjects', 'unit', 'engine'];
	return spawnSync('npx', jest, { env, stdio: 'inherit' }).status !== 0;
});
for (const { name } of failed) console.error(`Failed: ${name}`);
process.exitCode = failed.length === 0 ? 0 : 1;
