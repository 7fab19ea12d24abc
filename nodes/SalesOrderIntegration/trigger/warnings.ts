/** Keeps n8n's log readable: what a poll says that the one before said too is not written again. */

/** What the last poll of each trigger said, in this process. */
const said = new Map<string, Set<string>>();

/** A way to log for one poll of the trigger `key`, which leaves out what its last poll has logged. */
export function unlessSaidLastTime(key: string, log: (message: string) => void): (message: string) => void {
	const before = said.get(key);
	const now = new Set<string>();
	said.set(key, now);
	return (message) => {
		if (!before?.has(message) && !now.has(message)) log(message);
		now.add(message);
	};
}
