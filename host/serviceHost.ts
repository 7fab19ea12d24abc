/** A real n8n with this package and the sandbox as its service: what demo, host tests and pictures start from. */
import path from 'node:path';
import {
	defaultEngineName,
	type EngineName,
	engineNamed,
	type Host,
	packPackage,
	prepareHost,
	type SavedCredential,
	startHost,
	type StartOptions,
} from '.';
import { Keeper } from './keeper/keeper';
import { CREDENTIAL } from './workflowParts';
import { createSandbox, type RunningSandbox, type Sandbox, type SandboxOptions } from '../sandbox';

const projectFolder = path.resolve(__dirname, '..');

export interface ServiceHostOptions {
	/** Default: the newest n8n, as it is by default. */
	engine?: EngineName;
	/** More environment variables for n8n. */
	env?: Record<string, string>;
	sandbox?: Partial<SandboxOptions>;
}

/** All that a host test needs; `stop` ends and removes everything. */
export interface ServiceHost {
	host: Host;
	sandbox: Sandbox;
	service: RunningSandbox;
	/** Saved in n8n, for the first user of the sandbox. */
	credential: SavedCredential;
	/** A folder that n8n may write to. */
	filesFolder: string;
	stop(): Promise<void>;
}

/**
 * Packs the built package, installs it into a fresh n8n, and starts both that and the sandbox.
 * Errors: those of `prepareHost`, `packPackage` and `startHost`; nothing is left running then.
 */
export async function startServiceHost(options: ServiceHostOptions = {}): Promise<ServiceHost> {
	const engine = engineNamed(options.engine ?? defaultEngineName);
	const installation = await prepareHost(engine.version);
	const sandbox = createSandbox(options.sandbox);
	const service = await sandbox.listen();
	let host: Host | undefined;
	const stop = async () => {
		await host?.stop();
		await service.close();
	};
	try {
		host = await startWithPackage({ installation, env: { ...engine.env, ...options.env } });
		const data = credentialData(sandbox, service);
		const credential = await host.createCredential(CREDENTIAL, 'Sandbox', data);
		const filesFolder = path.join(host.userFolder, '.n8n-files');
		return { host, sandbox, service, credential, filesFolder, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function startWithPackage(options: StartOptions): Promise<Host> {
	const { keeper, folder } = await Keeper.startWithFolder('packed-package-');
	try {
		return await startHost({ ...options, tarball: await packPackage(projectFolder, folder) });
	} finally {
		await keeper.close();
	}
}

/** The fields of a credential for the first user of the sandbox. */
export function credentialData({ users }: Sandbox, { baseUrl }: RunningSandbox) {
	const [user] = users;
	if (!user) throw new Error('The sandbox has no user');
	return { baseUrl, apiToken: user.apiToken, timezone: user.timezone, serverDateParameter: '' };
}
