/** Where prepared n8n versions and Node.js are kept: outside the clone, so that every clone shares them. */
import { homedir } from 'node:os';
import path from 'node:path';

/** The environment variable that moves the cache folder. */
export const cacheFolderVariable = 'SALES_ORDER_INTEGRATION_CACHE';

/**
 * The cache folder as an absolute path: `SALES_ORDER_INTEGRATION_CACHE` if set, else
 * `n8n-nodes-sales-order-integration` in `XDG_CACHE_HOME`, else in `~/.cache`. It need not exist yet.
 */
export function cacheFolder(): string {
	const chosen = process.env[cacheFolderVariable];
	if (chosen) return path.resolve(chosen);
	const xdg = process.env.XDG_CACHE_HOME;
	// The XDG specification says to ignore a relative path.
	const base = xdg && path.isAbsolute(xdg) ? xdg : path.join(homedir(), '.cache');
	return path.join(base, 'n8n-nodes-sales-order-integration');
}
