/** Time as an argument: everything that waits or asks what time it is does so through this. */
import { sleep } from 'n8n-workflow';

/** A clock that can be waited on. */
export interface Timing {
	/** Epoch milliseconds. */
	now(): number;
	/** Waits `ms` milliseconds, or less when `signal` aborts: it then rejects at once with the signal's reason. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** Uniform in [0, 1), for jitter. */
	random(): number;
}

/** n8n lends nodes no timer that can be cleared, so a long wait is cut into slices: an abandoned one ends soon. */
const SLICE_MS = 1_000;

/** The machine's own clock. */
export const systemTiming: Timing = {
	now: () => Date.now(),
	random: () => Math.random(),
	async sleep(ms, signal) {
		let onAbort = () => {};
		const aborted = new Promise<never>((_, reject) => {
			onAbort = () => reject(signal?.reason);
			signal?.addEventListener('abort', onAbort, { once: true });
		});
		try {
			signal?.throwIfAborted();
			for (let left = ms; left > 0;) {
				const began = Date.now();
				const slice = Math.min(left, SLICE_MS);
				await Promise.race([sleep(slice), aborted]);
				const passed = Date.now() - began;
				// Less than nothing where the clock was set back: the wait is not to last until it shows the same again.
				left -= passed < 0 ? slice : passed;
			}
		} finally {
			signal?.removeEventListener('abort', onAbort);
		}
	},
};
