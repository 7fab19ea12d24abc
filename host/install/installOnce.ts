/**
 * Makes a folder in the cache exactly once: whole or not at all, whoever else tries at the same time, and however
 * an earlier attempt ended.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lock } from 'proper-lockfile';
import { Keeper } from '../keeper/keeper';
import { withProgress } from '../progress';

/** What to make. */
export interface InstallationPlan {
	/** The folder's name inside the cache folder. */
	readonly name: string;
	/** What people read while it is made: `n8n 2.41.1`. */
	readonly title: string;
	/** Everything that decides what the folder will hold. A folder made from another recipe is made again. */
	readonly recipe: unknown;
	/** Fills the folder, with everything started through the keeper. Errors end the attempt and leave nothing. */
	readonly fill: (folder: string, keeper: Keeper) => Promise<void>;
}

const receiptFile = 'installed.json';
/** A lock whose holder has not renewed it for so long is taken over: its process is gone. */
const lockStaleMs = 30_000;
const lockRetryMs = 1_000;

/** True once `folder` was filled to its end from this very recipe. */
async function isInstalled(folder: string, recipe: unknown): Promise<boolean> {
	try {
		const receipt = JSON.parse(await readFile(path.join(folder, receiptFile), 'utf8')) as {
			recipe?: unknown;
		};
		return JSON.stringify(receipt.recipe) === JSON.stringify(recipe);
	} catch {
		return false;
	}
}

/** Waits for as long as somebody else holds the lock, a folder beside the target. Gives its release. */
async function lockFor(target: string, title: string): Promise<() => Promise<void>> {
	// If the machine slept, somebody else may take over. Both go on; the first to finish is kept.
	const options = { stale: lockStaleMs, realpath: false, onCompromised: () => undefined };
	const retries = { forever: true, minTimeout: lockRetryMs, maxTimeout: lockRetryMs };
	const release = await lock(target, options).catch(async (error: NodeJS.ErrnoException) => {
		if (error.code !== 'ELOCKED') throw error;
		const wait = async () => await lock(target, { ...options, retries });
		return await withProgress(`${title}: waiting for another process that installs it`, wait);
	});
	return async () => await release().catch(() => undefined);
}

async function fillAndRename(plan: InstallationPlan, cache: string, folder: string): Promise<void> {
	const prefix = `${plan.name}.unfinished-`;
	for (const entry of await readdir(cache)) {
		// We hold the lock, so whoever made these is gone.
		if (entry.startsWith(prefix)) await rm(path.join(cache, entry), { recursive: true, force: true });
	}
	const work = path.join(cache, prefix + randomBytes(4).toString('hex'));
	const keeper = await Keeper.start([work]);
	try {
		await mkdir(work);
		await plan.fill(work, keeper);
		if (await isInstalled(folder, plan.recipe)) return;
		const receipt = { recipe: plan.recipe, installedAt: new Date().toISOString() };
		await writeFile(path.join(work, receiptFile), JSON.stringify(receipt, null, '\t') + '\n');
		// The receipt first: a removal that stops half way must not leave a folder that looks whole.
		await rm(path.join(folder, receiptFile), { force: true });
		await rm(folder, { recursive: true, force: true });
		await rename(work, folder);
	} finally {
		await keeper.close();
	}
}

/**
 * Gives the folder of `plan` inside `cache`, as an absolute path, making it first where it is not there yet.
 * Another process that makes it at the same time is waited for. Errors: those of `plan.fill`.
 */
export async function installOnce(plan: InstallationPlan, cache: string): Promise<string> {
	const folder = path.join(cache, plan.name);
	if (await isInstalled(folder, plan.recipe)) return folder;
	await mkdir(cache, { recursive: true });
	const release = await lockFor(folder, plan.title);
	try {
		if (!(await isInstalled(folder, plan.recipe))) await fillAndRename(plan, cache, folder);
	} finally {
		await release();
	}
	return folder;
}
