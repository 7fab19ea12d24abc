/** Starts a prepared n8n in a user folder of its own, with our package in it, signed in as its owner. */
import { randomBytes } from 'node:crypto';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from './cacheFolder';
import { installCommunityPackage } from './communityPackage';
import { installOnce } from './install/installOnce';
import { Keeper } from './keeper/keeper';
import type { HostInstallation } from './prepare';
import { Host } from './run/host';
import { runN8nCommand } from './run/n8nProcess';
import type { Owner } from './run/restClient';

/** How to start n8n. */
export interface StartOptions {
	readonly installation: HostInstallation;
	/** A packed community package to install first; without it n8n has its own nodes only. */
	readonly tarball?: string;
	/** More environment variables for n8n; they win over the host's own. */
	readonly env?: Readonly<Record<string, string>>;
}

function randomOwner(): Owner {
	// n8n wants a capital letter and a digit.
	return { email: 'owner@example.com', password: `N8n-${randomBytes(9).toString('base64url')}-1` };
}

/** A user folder with n8n's database and nothing in it: to make one takes n8n a quarter of its first start. */
async function emptyUserFolder(installation: HostInstallation): Promise<string> {
	const name = `n8n-${installation.version}-user-folder`;
	const fill = async (userFolder: string) =>
		await runN8nCommand({ installation, userFolder, env: {} }, ['list:workflow']);
	const plan = { name, title: name, recipe: installation.version, fill };
	return path.join(await installOnce(plan, cacheFolder()), '.n8n');
}

/**
 * Starts n8n and resolves once it can be used; takes about fifteen seconds. Stop the host in the end, or it keeps us
 * running; should we end without, n8n and its temporary folder go too.
 * Errors: the package could not be installed, or n8n did not start (the message holds the end of its output).
 */
export async function startHost(options: StartOptions): Promise<Host> {
	const { installation, tarball, env = {} } = options;
	const { keeper, folder: userFolder } = await Keeper.startWithFolder('n8n-host-');
	try {
		await cp(await emptyUserFolder(installation), path.join(userFolder, '.n8n'), { recursive: true });
		if (tarball) await installCommunityPackage(tarball, userFolder, keeper);
		const host = new Host({ installation, keeper, userFolder, env }, randomOwner());
		await host.start();
		return host;
	} catch (error) {
		await keeper.close();
		throw error;
	}
}
