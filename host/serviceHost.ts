/** A real n8n with this package and the sandbox as its service: what demo, host tests and pictures start from. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Host, packPackage, prepareHost, type SavedCredential, startHost } from '.';
import type { N8nVersion } from '.';
import { createSandbox, type RunningSandbox, type Sandbox, type SandboxOptions } from '../sandbox';

export const CREDENTIAL = 'salesOrderIntegrationApi';
const projectFolder = path.resolve(__dirname, '..');

export interface ServiceHostOptions {
	version?: N8nVersion;
	durable?: boolean;
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

/** Packs the built package, installs it into a fresh n8n, and starts both that and the sandbox. */
export async function startServiceHost(options: ServiceHostOptions = {}): Promise<ServiceHost> {
	const { version, durable, env } = options;
	const installation = await prepareHost({ version });
	const folder = await mkdtemp(path.join(tmpdir(), 'service-host-'));
	const sandbox = createSandbox(options.sandbox);
	const service = await sandbox.listen();
	const tarball = await packPackage(projectFolder, folder);
	const userFolder = path.join(folder, 'n8n');
	const host = await startHost({ installation, tarball, userFolder, durable, env });
	return {
		host,
		sandbox,
		service,
		credential: await host.createCredential(CREDENTIAL, 'Sandbox', credentialData(sandbox, service)),
		filesFolder: path.join(userFolder, '.n8n-files'),
		stop: async () => {
			await host.stop();
			await service.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** The fields of a credential for the first user of the sandbox. */
export function credentialData({ users }: Sandbox, { baseUrl }: RunningSandbox) {
	const [user] = users;
	if (!user) throw new Error('The sandbox has no user');
	return { baseUrl, apiToken: user.apiToken, timezone: user.timezone, serverDateParameter: '' };
}
