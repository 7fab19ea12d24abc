/** Waiting for what happens outside of this process. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `condition` holds. Errors: it does not within `timeoutMs`. */
export async function eventually(
	what: string,
	condition: () => boolean | Promise<boolean>,
	timeoutMs = 15_000,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (!(await condition())) {
		if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${what}`);
		await sleep(50);
	}
}
