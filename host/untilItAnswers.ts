/** Waits for a server that was just started. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import type { RunningProgram } from './keeper/keeper';

const readyTimeoutMs = 30_000;

/**
 * Asks again and again until `ask` resolves. Errors: the server ended, or did not answer within half a minute; the
 * message names it by `title` and holds its output, which is in `logFile`.
 */
export async function untilItAnswers(
	title: string,
	ask: () => Promise<unknown>,
	{ exited }: Pick<RunningProgram, 'exited'>,
	logFile: string,
): Promise<void> {
	let hasEnded = false;
	void exited.then(() => {
		hasEnded = true;
	});
	const deadline = Date.now() + readyTimeoutMs;
	for (;;) {
		try {
			await ask();
			return;
		} catch (error) {
			if (hasEnded || Date.now() > deadline) {
				const output = await readFile(logFile, 'utf8');
				throw new Error(`${title} did not start. Its output:\n${output}`, { cause: error });
			}
		}
		await sleep(50);
	}
}
