/**
 * `npm run mutation -- <folder>`: breaks one folder of the shipped code in every small way, one after the other, and
 * counts what no test notices. The report is in tmp/mutation. What did not change since the last run is not run again.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Argument, Command } from 'commander';
import { drawnRanges } from './sample';

const root = path.resolve(__dirname, '..', '..');
const nodes = path.join('nodes', 'SalesOrderIntegration');
const folders = readdirSync(path.join(root, nodes), { withFileTypes: true })
	.filter((entry) => entry.isDirectory() && !entry.name.startsWith('__'))
	.map(({ name }) => name);

interface Options {
	mutate?: string;
	tests?: string;
	sample?: string;
	seed: string;
}

new Command('mutation')
	.description('Shows what the tests of a folder do not notice. Takes minutes to an hour for each folder.')
	.addArgument(new Argument('<folder>', 'of nodes/SalesOrderIntegration').choices(folders))
	.option('--mutate <files>', 'only these, such as "nodes/SalesOrderIntegration/http/call.ts:20-60"')
	.option('--tests <files>', 'only these, such as "unit/http/json": quick while tests are being written')
	.option('--sample <share>', 'only so much of the folder, drawn at random: 0.2 is a fifth')
	.option('--seed <number>', 'draws another sample', '1')
	.action((folder: string, { mutate, tests, sample, seed }: Options) => {
		const drawn = () => drawnRanges(path.join(nodes, folder), Number(sample), Number(seed)).join(',');
		const chosen = mutate ?? (sample === undefined ? undefined : drawn());
		const env = { ...process.env, MUTATION_FOLDER: folder, REPETITIONS: '0.25', SEED: '1' };
		if (tests !== undefined) Object.assign(env, { MUTATION_TESTS: tests });
		const { status } = spawnSync('npx', ['stryker', 'run', ...(chosen ? ['--mutate', chosen] : [])], {
			cwd: root,
			env,
			stdio: 'inherit',
		});
		process.exitCode = status ?? 1;
	})
	.parse();
