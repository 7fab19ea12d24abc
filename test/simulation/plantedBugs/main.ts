/** `npm run planted-bugs`: plants each bug and lets the simulation look for it. Exits with 1 if one is not found. */
import { Command } from 'commander';
import { plantedBugs } from './bugs';
import { Plot } from './plot';

async function main(): Promise<void> {
	const { worlds, only } = new Command()
		.description('Shows that the simulation finds bugs that are planted on purpose.')
		.option('--worlds <number>', 'in how many worlds to look for each', Number, 30)
		.option('--only <text>', 'only bugs whose name has this text', '')
		.parse()
		.opts<{ worlds: number; only: string }>();
	const chosen = plantedBugs.filter(({ name }) => name.includes(only));
	const plot = await Plot.prepare();
	let found = 0;
	console.log('| Bug | World | What the simulation says |\n| --- | --- | --- |');
	try {
		for (const bug of chosen) {
			const finding = await plot.find(bug, worlds);
			if (finding) found++;
			const world = finding ? `${finding.world} (seed ${finding.seed})` : '**not found**';
			console.log(`| ${bug.name} | ${world} | ${finding?.problem.slice(0, 90) ?? ''} |`);
		}
	} finally {
		await plot.clear();
	}
	console.log(`\n${found} of ${chosen.length} bugs were found`);
	process.exitCode = found < chosen.length ? 1 : 0;
}

void main();
