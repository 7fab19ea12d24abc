/** Waits for a server that was just started. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningProgram } from './keeper/keeper';

const tailLines = 40;

/** The last lines of a program's output; nothing where it has none. */
export async function logTail(logFile: string): Promise<string> {
	const text = await readFile(logFile, 'utf8').catch(() => '');
	return text.trimEnd().split('\n').slice(-tailLines).join('\n');
}

/**
 * Asks again and again until `ask` resolves. Errors: the server ended, or did not answer in time; the message names it
 * by `title` and holds the end of its output, which is in `logFile`.
 */
export async function untilItAnswers(
	title: string,
	ask: () => Promise<unknown>,
	{ exited }: Pick<RunningProgram, 'exited'>,
	logFile: string,
	timeoutMs = 30_000,
): Promise<void> {
	let hasEnded = false;
	void exited.then(() => {
		hasEnded = true;
	});
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		try {
			await ask();
			return;
		} catch (error) {
			if (hasEnded || Date.now() > deadline) {
				const what = hasEnded ? 'ended while it started' : 'did not answer in time';
				throw new Error(`${title} ${what}. The end of its output:\n${await logTail(logFile)}`, {
					cause: error,
				});
			}
		}
		await sleep(50);
	}
}
