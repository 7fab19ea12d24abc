/**
 * Has a keeper run a program that has a child and ignores being asked to end, then ends itself in the way that the
 * command line asks for (`exit`, `uncaught`), or waits for a signal.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { Keeper } from '../../host/keeper/keeper';

async function main(): Promise<void> {
	const [folder = '', ending = ''] = process.argv.slice(2);
	const keeper = await Keeper.start([folder]);
	await mkdir(folder, { recursive: true });
	const { pid } = await keeper.run({
		command: 'sh',
		args: ['-c', 'trap "" TERM; echo started; sleep 600 & while :; do sleep 1; done'],
		cwd: folder,
		env: { PATH: process.env.PATH ?? '' },
		logFile: path.join(folder, 'program.log'),
		endSignal: 'SIGTERM',
		endGraceMs: 500,
	});
	process.stdout.write(`${JSON.stringify({ pid })}\n`);
	if (ending === 'exit') process.exit(3);
	if (ending === 'uncaught') throw new Error('uncaught on purpose');
}

void main();
