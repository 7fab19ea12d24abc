/** Progress of work that takes minutes, as lines on standard error: that leaves standard output to results. */

const tickMs = 5_000;

/**
 * Does `work` and says what is being done, and since how many seconds: at its start, every five seconds, and at its end.
 * `detail` says how far it is, where that is known; it must be quick.
 */
export async function withProgress<Result>(
	what: string,
	work: () => Promise<Result>,
	detail: () => string | undefined = () => undefined,
): Promise<Result> {
	const start = Date.now();
	const say = (suffix = '') => {
		const known = detail();
		const seconds = Math.round((Date.now() - start) / 1_000);
		process.stderr.write(`${what}${suffix} ... ${seconds} s${known ? ` (${known})` : ''}\n`);
	};
	say();
	const timer = setInterval(say, tickMs);
	try {
		const result = await work();
		say(': done');
		return result;
	} finally {
		clearInterval(timer);
	}
}
