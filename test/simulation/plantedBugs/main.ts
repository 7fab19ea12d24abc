/**
 * `npm run planted-bugs`: puts each mistake into a copy of the sources and lets the simulation look for it. The working
 * tree is not touched. Exits with 1 when a mistake goes unnoticed.
 */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { applied } from './plantedBug';
import type { Edit, PlantedBug } from './plantedBug';
import { plantedBugs } from './plantedBugs';

const ROOT = path.resolve(__dirname, '../../..');
const COPIED = [
	'nodes',
	'credentials',
	'sandbox',
	'test/support',
	'test/simulation',
	'tsconfig.json',
	'package.json',
];

/** What the simulation says about a copy. */
interface Finding {
	/** The first seed that failed. */
	seed?: number;
	problem?: string;
}

async function copySources(): Promise<string> {
	const copy = await mkdtemp(path.join(tmpdir(), 'planted-bug-'));
	for (const name of COPIED) await cp(path.join(ROOT, name), path.join(copy, name), { recursive: true });
	await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
	return copy;
}

async function plant(copy: string, edit: Edit): Promise<void> {
	const target = path.join(copy, 'nodes/SalesOrderIntegration', edit.file);
	const source = await readFile(target, 'utf8');
	await writeFile(target, applied(edit, source));
}

async function simulate(copy: string, firstSeed: number, seeds: number): Promise<Finding> {
	const program = path.join(copy, 'test/simulation/main.ts');
	const range = ['--from', String(firstSeed), '--seeds', String(seeds)];
	const arguments_ = ['--import', 'tsx', program, ...range, '--stop'];
	const child = spawn(process.execPath, arguments_, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	const collect = (chunk: Buffer) => (output += chunk.toString());
	child.stdout.on('data', collect);
	child.stderr.on('data', collect);
	const code = await new Promise((resolve) => child.once('close', resolve));
	if (code === 0) return {};
	const [, seed, problem] = /^seed (\d+) .*\n\s*(.*)/m.exec(output) ?? [];
	if (seed === undefined) throw new Error(`The simulation broke off:\n${output}`);
	return { seed: Number(seed), problem };
}

async function look(bug: PlantedBug, seeds: number): Promise<Finding> {
	const copy = await copySources();
	try {
		for (const edit of bug.edits) await plant(copy, edit);
		return await simulate(copy, bug.firstSeed ?? 1, seeds);
	} finally {
		await rm(copy, { recursive: true, force: true });
	}
}

async function main(): Promise<void> {
	const { seeds, only, skip } = new Command()
		.description('Shows that the simulation notices mistakes that are made on purpose.')
		.option('--seeds <number>', 'how many seeds a mistake may get away with', Number, 200)
		.option('--only <text>', 'only mistakes whose name holds this')
		.option('--skip <number>', 'how many to leave out, to go on with a list that was broken off', Number, 0)
		.parse()
		.opts<{ seeds: number; only?: string; skip: number }>();
	const chosen = plantedBugs.filter(({ name }) => name.includes(only ?? '')).slice(skip);
	console.log('| mistake | caught by | as |\n|---|---|---|');
	let survivors = 0;
	for (const bug of chosen) {
		const { seed, problem = '' } = await look(bug, seeds);
		if (seed === undefined) survivors++;
		const caughtBy = seed === undefined ? '**not caught**' : `seed ${seed}`;
		console.log(
			`| ${bug.name} | ${caughtBy} | ${problem.replace(/^Order \d+: /, 'an order: ').slice(0, 90)} |`,
		);
	}
	console.log(`\n${chosen.length - survivors} of ${chosen.length} mistakes were caught`);
	process.exitCode = survivors > 0 ? 1 : 0;
}

void main();
