/** The sandbox over real HTTP, the credential for it, and the node with that credential. */
import type { INodeParameters } from 'n8n-workflow';
import { createSandbox, type RunningSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import type { SimulatedTiming } from '../../support/simulatedTiming';
import type { CredentialData } from './credentials';
import { simulateTime, type SimulatedTimeOptions } from './simulatedTime';
import { runNode, type NodeOutcome, type NodeRun } from './workflow';

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
	/** Runs the node with that credential. */
	run(parameters: INodeParameters, more?: RunOptions): Promise<NodeOutcome>;
}

/** What a run of the node may have beside its parameters. */
type RunOptions = Partial<Omit<NodeRun, 'credential'>> & { credential?: Partial<CredentialData> };

/** Serves a sandbox until the test ends. Without a rate limit, unless the test asks for one. */
export async function serve(options: Partial<SandboxOptions> = {}): Promise<ServedSandbox> {
	const sandbox = createSandbox({ seed: 5, rateLimit: null, ...options });
	const served = await sandbox.listen();
	running.push(served);
	const { baseUrl } = served;
	const { apiToken = '', timezone = '' } = sandbox.users[0] ?? {};
	const credential: ServedSandbox['credential'] = (changes) => ({ baseUrl, apiToken, timezone, ...changes });
	const run: ServedSandbox['run'] = async (parameters, more = {}) =>
		await runNode({ ...more, parameters, credential: credential(more.credential) });
	return { sandbox, baseUrl, credential, run };
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
