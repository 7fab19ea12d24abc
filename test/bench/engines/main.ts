/** `npx tsx test/bench/engines/main.ts`: what each engine of n8n costs and how it catches up, as a table. */
import { Command, Option } from 'commander';

import { type EngineName, engineNames } from '../../../host';
import { type EngineFigures, measureEngine } from './measure';

const { engine: names } = new Command('engines')
	.description(
		'Measures the trigger in a real n8n of each engine. Takes about ten minutes, all side by side.',
	)
	.addOption(new Option('--engine <names...>', 'one or several').choices(engineNames).default(engineNames))
	.parse()
	.opts<{ engine: EngineName[] }>();

function row({ engine, requestsPerHour, pollsToCatchUp }: EngineFigures): string {
	return `| ${engine} | ${requestsPerHour} | ${pollsToCatchUp ?? 'never'} |`;
}

async function main(): Promise<void> {
	const figures = await Promise.all(names.map(measureEngine));
	console.log('| n8n | requests in an hour of polls | polls to catch up ten days with a filter |');
	console.log('| --- | --- | --- |');
	for (const each of figures) console.log(row(each));
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
