/**
 * Progress of work that takes seconds or minutes, of which several may go on at once: a terminal counts the seconds, a log
 * has a line at the beginning and at the end. It goes to standard error, which leaves standard output to results.
 */

const TICK_MS = 1_000;
const CLEAR_LINE = '\r\u001b[2K';

/**
 * Does `work` and shows `title`, then how many seconds it took. `detail` says how far it is, where that is known: a
 * terminal shows it behind the title, so it must be quick. Errors: those of `work`; the line is ended before.
 */
export async function withProgress<Result>(
	title: string,
	work: () => Promise<Result>,
	detail: () => string | undefined = () => undefined,
): Promise<Result> {
	const screen = process.stderr;
	const startedAt = Date.now();
	const seconds = () => `${Math.round((Date.now() - startedAt) / 1_000)} s`;
	const show = () => {
		const line = [`${title} ... ${seconds()}`, detail()].filter(Boolean).join('  ');
		// A line that wraps could not be cleared.
		screen.write(CLEAR_LINE + line.slice(0, (screen.columns ?? 80) - 1));
	};
	const end = (how: string) =>
		screen.write(`${screen.isTTY ? CLEAR_LINE : ''}${title} ... ${how} (${seconds()})\n`);
	if (screen.isTTY) show();
	else screen.write(`${title} ...\n`);
	const timer = screen.isTTY ? setInterval(show, TICK_MS) : undefined;
	try {
		const result = await work();
		end('done');
		return result;
	} catch (error) {
		end('failed');
		throw error;
	} finally {
		clearInterval(timer);
	}
}
