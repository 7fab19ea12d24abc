/** A client and its sandbox on one simulated clock, ready for the tests of calls. */
import { readJson } from '../../nodes/SalesOrderIntegration/http/call';
import { send, type Client } from '../../nodes/SalesOrderIntegration/http/client';
import { ServiceFailure } from '../../nodes/SalesOrderIntegration/errors/failures';
import type { Sandbox, SandboxOptions } from '../../sandbox';
import { BASE_URL, clientOf, simulatedSandbox, type SandboxClientOptions } from './sandboxClient';
import { SimulatedTiming } from './simulatedTiming';

export const USERS_URL = `${BASE_URL}/api/v2/user`;

/** What a test of calls works with. */
export interface ClientFixture {
	timing: SimulatedTiming;
	sandbox: Sandbox;
	client: Client;
	/** Simulated milliseconds since the fixture was made. */
	elapsed(): number;
}

let fixtures = 0;

/** A fresh sandbox and a client for it; without a rate limit unless asked for one. */
export function clientFixture(
	sandboxOptions: Partial<SandboxOptions> = {},
	clientOptions: SandboxClientOptions = {},
): ClientFixture {
	const timing = new SimulatedTiming();
	// Tokens follow from the seed, and a pause for one that was used before could still last.
	const sandbox = simulatedSandbox(timing, { seed: ++fixtures, rateLimit: null, ...sandboxOptions });
	const client = clientOf(sandbox, timing, clientOptions);
	const start = timing.now();
	return { timing, sandbox, client, elapsed: () => timing.now() - start };
}

/** Reads the first page of the users as JSON. */
export async function readUsers(client: Client): Promise<unknown> {
	return await send(client, { method: 'GET', url: USERS_URL }, (response) =>
		readJson(response, client.connection.redactedExcerpt),
	);
}

/** Writes an external ID. */
export async function putExternalId(client: Client, orderId: number | bigint): Promise<void> {
	const url = `${BASE_URL}/api/v2/salesOrder/${orderId}`;
	await send(client, { method: 'PUT', url, body: { externalId: 'ERP-1' } }, () => {});
}

/** The failure that a call ends with. Throws where it ends otherwise. */
export async function failureOf(call: Promise<unknown>): Promise<ServiceFailure> {
	const outcome = await call.then(
		(value) => `It succeeded: ${JSON.stringify(value)}`,
		(error: unknown) => error,
	);
	if (outcome instanceof ServiceFailure) return outcome;
	throw outcome instanceof Error ? outcome : new Error(String(outcome));
}
