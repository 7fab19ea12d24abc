/** Keeps two polls of one trigger apart: n8n starts the next one whether or not the one before has ended (design 4). */

/** Polls under way in this process. */
const underWay = new Set<string>();

/** Runs `action`, unless one with the same key is still running: then it does nothing and gives undefined. */
export async function unlessUnderWay<T>(key: string, action: () => Promise<T>): Promise<T | undefined> {
	if (underWay.has(key)) return undefined;
	underWay.add(key);
	try {
		return await action();
	} finally {
		underWay.delete(key);
	}
}
