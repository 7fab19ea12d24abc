/**
 * `npx tsx test/soak/kills.ts`: kills a real n8n with SIGKILL while it polls, and counts what is missing and what came twice.
 * A kill takes about 80 seconds, since n8n polls once a minute; engines and modes run side by side.
 */
import { appendFileSync } from 'node:fs';

import { Command, InvalidArgumentError, Option } from 'commander';

import {
	defaultN8nVersion,
	type Engine,
	type EngineName,
	engineNamed,
	engineNames,
	enginesOf,
} from '../../host';
import { killReport } from './killReport';
import { type KillMode, killModes, runKills } from './killRun';
import { brokenPromises } from './killVerdict';

interface Choices {
	mode: KillMode[];
	engine: EngineName[];
	kills: number;
	seed: number;
	maxMinutes: number;
	calmMinutes: number;
	log?: string;
}

function wholeNumber(text: string): number {
	if (!/^\d+$/.test(text)) throw new InvalidArgumentError('A whole number is needed.');
	return Number(text);
}

const program = new Command('kills')
	.description('Kills a real n8n again and again and compares the service with what reached PostgreSQL.')
	.addOption(
		new Option('--mode <modes...>', 'one or several, side by side').choices(killModes).default(['once']),
	)
	.addOption(
		new Option('--engine <names...>', 'one or several, side by side')
			.choices(engineNames)
			.default(enginesOf([defaultN8nVersion]).map(({ name }) => name)),
	)
	.option('--kills <number>', 'how many kills in each run', wholeNumber, 20)
	.option('--seed <number>', 'of the orders and the moments of the kills', wholeNumber, 1)
	.option('--max-minutes <number>', 'no more kills after so many minutes', wholeNumber, 120)
	.option(
		'--calm-minutes <number>',
		'how long n8n is left alone in the end; longer where orders still wait for an external ID',
		wholeNumber,
		12,
	)
	.option('--log <file>', 'write everything to this file as well');
const { mode: modes, engine: names, log, ...choices } = program.parse().opts<Choices>();

function say(text: string): void {
	console.log(text);
	if (log) appendFileSync(log, `${text}\n`);
}

async function run(engine: Engine, mode: KillMode): Promise<boolean> {
	const tell = (line: string) => say(`${new Date().toISOString()} ${engine.name}, ${mode}: ${line}`);
	try {
		const result = await runKills({ ...choices, mode, engine, say: tell });
		say(killReport(result));
		return brokenPromises(result).length === 0;
	} catch (error) {
		tell(`could not go on: ${error instanceof Error ? error.stack : String(error)}`);
		return false;
	}
}

const runs = names.flatMap((name) => modes.map(async (mode) => await run(engineNamed(name), mode)));
void Promise.all(runs).then((outcomes) => {
	process.exitCode = outcomes.every(Boolean) ? 0 : 1;
});
