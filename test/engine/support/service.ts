/** The sandbox over real HTTP, and the credential for it. */
import { createSandbox } from '../../../sandbox';
import type { RunningSandbox, Sandbox, SandboxOptions } from '../../../sandbox';
import type { SimulatedTiming } from '../../support/simulatedTiming';
import type { CredentialData } from './credentials';
import { simulateTime, type SimulatedTimeOptions } from './simulatedTime';

const running: RunningSandbox[] = [];

afterEach(async () => {
	await Promise.all(running.splice(0).map(async (sandbox) => await sandbox.close()));
});

/** A sandbox that can be reached. */
export interface ServedSandbox {
	sandbox: Sandbox;
	/** `http://127.0.0.1:port` */
	baseUrl: string;
	/** The credential of its first user, with the right zone; some fields of it otherwise if asked for. */
	credential(changes?: Partial<CredentialData>): CredentialData;
}

/** Serves a sandbox until the test ends. Without a rate limit, unless the test asks for one. */
export async function serve(options: Partial<SandboxOptions> = {}): Promise<ServedSandbox> {
	const sandbox = createSandbox({ seed: 5, rateLimit: null, ...options });
	const served = await sandbox.listen();
	running.push(served);
	const { baseUrl } = served;
	const { apiToken = '', timezone = '' } = sandbox.users[0] ?? {};
	return { sandbox, baseUrl, credential: (changes) => ({ baseUrl, apiToken, timezone, ...changes }) };
}

/** The same where the waits of the sandbox, and those of the nodes, take no real time. */
export async function serveInSimulatedTime(
	options: Partial<SandboxOptions> = {},
	timing: Omit<SimulatedTimeOptions, 'log'> = {},
): Promise<ServedSandbox & { time: SimulatedTiming }> {
	let log: SimulatedTimeOptions['log'] = () => undefined;
	const time = simulateTime({ ...timing, log: () => log?.() });
	const served = await serve({ clock: time, wait: time.sleep, ...options });
	log = () => served.sandbox.log;
	return { ...served, time };
}
