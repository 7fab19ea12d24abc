/** Progress of work that takes minutes: what is done, and since how many seconds. */

/** One report of progress. */
export interface Progress {
	/** What is being done, as a phrase for people: `n8n 2.41.1: downloading packages`. */
	readonly what: string;
	readonly elapsedSeconds: number;
	/** How far it is, where that is known: `1,024 packages`. */
	readonly detail?: string;
}

export type ProgressListener = (progress: Progress) => void;

/** Prints every report as one line on standard error, which leaves standard output to results. */
export function printProgress({ what, elapsedSeconds, detail }: Progress): void {
	process.stderr.write(`${what} ... ${elapsedSeconds} s${detail ? ` (${detail})` : ''}\n`);
}

const tickMs = 5_000;

/**
 * Does `work` and reports at its start, every five seconds, and at its end.
 * `detail` is asked at each report; it must be quick.
 */
export async function withProgress<Result>(
	listener: ProgressListener,
	what: string,
	work: () => Promise<Result>,
	detail: () => string | undefined = () => undefined,
): Promise<Result> {
	const start = Date.now();
	const report = (suffix = '') =>
		listener({
			what: what + suffix,
			elapsedSeconds: Math.round((Date.now() - start) / 1_000),
			detail: detail(),
		});
	report();
	const timer = setInterval(report, tickMs);
	try {
		const result = await work();
		report(': done');
		return result;
	} finally {
		clearInterval(timer);
	}
}
