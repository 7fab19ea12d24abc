/**
 * Starts what its first argument names, prints where that is, and waits to be killed, or ends in the way that its third
 * argument asks for (`exit`, `uncaught`).
 */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { prepareHost, startHost, startPostgres } from '../../host';
import { type InstallationPlan, installOnce } from '../../host/install/installOnce';
import { Keeper, type RunningProgram } from '../../host/keeper/keeper';

const [what = '', folder = '', ending = ''] = process.argv.slice(2);

async function runShell(keeper: Keeper, cwd: string, script: string): Promise<RunningProgram> {
	const logFile = path.join(cwd, 'program.log');
	const env = { PATH: process.env.PATH ?? '' };
	const command = { command: 'sh', args: ['-c', script], cwd, env, logFile };
	return await keeper.run({ ...command, endSignal: 'SIGTERM', endGraceMs: 500 });
}

const starters: Record<string, () => Promise<object>> = {
	async n8n() {
		const { pid, userFolder } = await startHost({ installation: await prepareHost() });
		return { pid, userFolder };
	},

	async postgres() {
		const server = await startPostgres();
		const [row] = await server.query<{ data: string; pid: number }>(
			"SELECT current_setting('data_directory') AS data, pg_backend_pid() AS pid",
		);
		if (!row) throw new Error('no row');
		const [serverPid] = (await readFile(path.join(row.data, 'postmaster.pid'), 'utf8')).split('\n');
		return { folder: row.data, pids: [Number(serverPid), row.pid] };
	},

	/** An installation that never ends. */
	async installation() {
		return await new Promise<object>((begun, failed) => {
			const fill: InstallationPlan['fill'] = async (work, keeper) => {
				const { pid, exited } = await runShell(keeper, work, 'echo half > half; sleep 600');
				begun({ pid });
				await exited;
			};
			installOnce({ name: 'thing', title: 'Thing', recipe: 1, fill }, folder, () => undefined).catch(failed);
		});
	},

	/** A program that has a child and ignores being asked to end. */
	async program() {
		const keeper = await Keeper.start([folder]);
		await mkdir(folder, { recursive: true });
		const script = 'trap "" TERM; echo started; sleep 600 & while :; do sleep 1; done';
		const { pid } = await runShell(keeper, folder, script);
		return { pid };
	},
};

async function main(): Promise<void> {
	process.stdout.write(`${JSON.stringify(await starters[what]?.())}\n`);
	if (ending === 'exit') process.exit(3);
	if (ending === 'uncaught') throw new Error('uncaught on purpose');
	setInterval(() => undefined, 1_000);
}

void main();
