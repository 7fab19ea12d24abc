/** Progress of a program for people: one line per step, which counts seconds on a terminal and stays short in a log. */

const TICK_MS = 1_000;
const CLEAR_LINE = '\r\u001b[2K';

/**
 * Does `work` and shows `title`, then how many seconds it took. What `work` says is shown behind the title on a
 * terminal only. Errors: those of `work`; the line is ended before.
 */
export async function step<Result>(
	title: string,
	work: (say: (detail: string) => void) => Promise<Result>,
): Promise<Result> {
	const screen = process.stdout;
	const startedAt = Date.now();
	const seconds = () => `${Math.round((Date.now() - startedAt) / 1_000)} s`;
	let said = '';
	const show = () => {
		const line = [`${title} ... ${seconds()}`, said].filter(Boolean).join('  ');
		// A line that wraps could not be cleared.
		screen.write(CLEAR_LINE + line.slice(0, (screen.columns ?? 80) - 1));
	};
	const isTerminal = screen.isTTY;
	const end = (how: string) =>
		screen.write(`${isTerminal ? `${CLEAR_LINE}${title} ...` : ''} ${how} (${seconds()})\n`);
	screen.write(`${title} ...`);
	const timer = isTerminal ? setInterval(show, TICK_MS) : undefined;
	try {
		const result = await work((detail) => {
			said = detail;
		});
		end('done');
		return result;
	} catch (error) {
		end('failed');
		throw error;
	} finally {
		clearInterval(timer);
	}
}
