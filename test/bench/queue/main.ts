/** `npm run bench:queue`: an n8n in queue mode beside one in a single process, and what docs/scaling.md tells of it. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { Command, InvalidArgumentError } from 'commander';

import { replaceBetweenMarks } from '../../../host/replaceBetweenMarks';
import type { Figure } from '../figures';
import { measureItem, type Result, writeResults } from '../results';
import { markdownTable, textTable } from '../table';
import { type Check, requireEqual, runExamples } from './examples';
import { benchQueueRateLimit } from './rateLimit';
import { setStage, type Stage } from './stage';
import { benchThroughput } from './throughput';

const docs = path.resolve(__dirname, '../../../docs');
const page = path.join(docs, 'scaling.md');

const items: Record<string, (repetitions: number, stage: Stage) => Promise<Figure[]>> = {
	'Rate limit': benchQueueRateLimit,
	Throughput: benchThroughput,
};

async function main({ repetitions }: { repetitions: number }): Promise<void> {
	console.error('Starting PostgreSQL, Redis, n8n in queue mode and n8n in a single process ...');
	const stage = await setStage();
	try {
		console.error('Examples ...');
		const checks = await runExamples(stage);
		console.log(checksTable(checks));
		requireEqual(checks);
		const results: Result[] = [];
		for (const [item, bench] of Object.entries(items)) {
			console.error(`${item} ...`);
			results.push(await measureItem(item, repetitions, async () => await bench(repetitions, stage)));
		}
		console.log(textTable(results));
		const shares = await Promise.all(
			stage.workers.map(async (worker) => (await worker.executionIds()).length),
		);
		const shared = `The workers ran ${shares.join(' and ')} of all executions.`;
		console.log(shared);
		writeResults(path.join(docs, 'scaling.json'), results);
		const text = [checksTable(checks), ...results.map(section), shared].join('\n\n');
		writeFileSync(page, replaceBetweenMarks(readFileSync(page, 'utf8'), 'figures', text));
	} finally {
		await stage.stop();
	}
}

function checksTable(checks: readonly Check[]): string {
	const rows = checks.map(({ example, what, expected, found }) => {
		return `| ${example} | ${what} | ${expected.toLocaleString('en-US')} | ${found.toLocaleString('en-US')} |`;
	});
	return ['| example | what | in the service | found |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function section(result: Result): string {
	const { processor, processors, node } = result.machine;
	const { before, after } = result.load;
	const circumstances = `${processors} x ${processor}, Node.js ${node}, load ${before} before and ${after} after`;
	return [
		markdownTable(result),
		`${result.item}: ${result.repetitions} repetitions in turn, ${result.measuredAt.slice(0, 16)}Z, ${circumstances}.`,
	].join('\n\n');
}

function positive(text: string): number {
	if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('Not a whole number of 1 to 99.');
	return Number(text);
}

const chosen = new Command('bench:queue')
	.description(
		'Runs two examples on two workers, then compares them with a single process. Takes half an hour.',
	)
	.option('--repetitions <number>', 'how often each thing is measured', positive, 5)
	.parse(process.argv)
	.opts<{ repetitions: number }>();

main(chosen).catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
