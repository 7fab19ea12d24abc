/** The machine's own clock, with the sleep that n8n lends to nodes. */
import { sleep } from 'n8n-workflow';
import type { Timing } from './timing';

/** The `sleep` of n8n 1 ignores the signal, so a long wait is cut into slices. */
const SLICE_MS = 500;

/** Time as it passes. */
export const systemTiming: Timing = {
	now: () => Date.now(),
	random: () => Math.random(),
	async sleep(ms, signal) {
		for (let left = ms; left > 0; left -= SLICE_MS) {
			signal?.throwIfAborted();
			await sleep(Math.min(left, SLICE_MS), signal);
		}
		signal?.throwIfAborted();
	},
};
