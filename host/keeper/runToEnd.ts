/** Runs a program under a keeper to its end and says what went wrong when it fails. */
import { readFile, stat } from 'node:fs/promises';
import type { Keeper } from './keeper';
import type { ProgramToRun } from './messages';

const tailLines = 30;

/**
 * Runs `program` to its end. `title` names it in the error; lines of its output that match `unimportant` are left
 * out there. Errors: it cannot be started, or it ended with anything but exit code 0; the message holds the last
 * lines of its output.
 */
export async function runToEnd(
	keeper: Keeper,
	program: ProgramToRun,
	title: string,
	unimportant?: RegExp,
): Promise<void> {
	const logStart = await stat(program.logFile).then(
		({ size }) => size,
		() => 0,
	);
	const { code, signal } = await (await keeper.run(program)).exited;
	if (code === 0) return;
	const ending = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
	const output = (await readFile(program.logFile)).subarray(logStart).toString();
	const lines = output.split('\n').filter((line) => line.trim() !== '' && !unimportant?.test(line));
	const tail = lines.slice(-tailLines).join('\n');
	throw new Error(`${title} ${ending}. ${tail ? `The end of its output:\n${tail}` : 'It printed nothing.'}`);
}
