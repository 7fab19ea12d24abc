/**
 * `npm run mutation -- <folder>`: breaks one folder of the shipped code in every small way, one after the other, and
 * counts what no test notices. The report is in tmp/mutation.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

import { Argument, Command } from 'commander';

const root = path.resolve(__dirname, '..', '..');
const folders = readdirSync(path.join(root, 'nodes/SalesOrderIntegration'), { withFileTypes: true })
	.filter((entry) => entry.isDirectory() && !entry.name.startsWith('__'))
	.map(({ name }) => name);

new Command('mutation')
	.description('Shows what the tests of a folder do not notice. Takes minutes to an hour for each folder.')
	.addArgument(new Argument('<folder>', 'of nodes/SalesOrderIntegration').choices(folders))
	.option('--mutate <files>', 'only these, such as "nodes/SalesOrderIntegration/http/call.ts:20-60"')
	.action((folder: string, { mutate }: { mutate?: string }) => {
		const chosen = mutate === undefined ? [] : ['--mutate', mutate];
		const env = { ...process.env, MUTATION_FOLDER: folder, REPETITIONS: '0.5' };
		const { status } = spawnSync('npx', ['stryker', 'run', ...chosen], { cwd: root, env, stdio: 'inherit' });
		process.exitCode = status ?? 1;
	})
	.parse();
