/** Design 3.5: one process makes all calls that the rate limit allows and earns no 429; several share it almost as well. */
import type { Client } from '../../../nodes/SalesOrderIntegration/http/client';
import { clientFixture, readUsers } from '../../support/clientFixture';
import { clientOf } from '../../support/sandboxClient';
import { MINUTE } from '../../support/time';

const CALLS = 3_000;
const LIMIT = 500;

/** Makes the calls from so many processes at once, with one token; a process has a queue of its own. */
async function callFrom(
	processes: number,
	calls: number,
	rateLimit: { limit: number; periodMs: number } | null,
) {
	const { sandbox, timing, elapsed } = clientFixture({ rateLimit, switches: { latency: 50 } });
	const clients = Array.from({ length: processes }, (_, process): Client => {
		const client = clientOf(sandbox, timing);
		return {
			...client,
			connection: { ...client.connection, tokenKey: `${client.connection.tokenKey} ${process}` },
		};
	});
	await Promise.all(
		clients.map(async (client) => {
			for (let call = 0; call < calls / processes; call++) await readUsers(client);
		}),
	);
	const refused = sandbox.log.entries.filter(({ status }) => status === 429).length;
	return { elapsedMs: elapsed(), refused };
}

test.each([
	{ processes: 1, mostTime: 1.001, mostRefused: 0 },
	{ processes: 4, mostTime: 1.1, mostRefused: CALLS / 200 },
])('$processes with one token: $mostTime of the least time', async ({ processes, mostTime, mostRefused }) => {
	const { elapsedMs, refused } = await callFrom(processes, CALLS, { limit: LIMIT, periodMs: MINUTE });
	// The periods that have to pass, and the last calls, which nothing holds back.
	const { elapsedMs: lastMs } = await callFrom(processes, LIMIT, null);
	const leastMs = (CALLS / LIMIT - 1) * MINUTE + lastMs;
	expect(elapsedMs / leastMs).toBeLessThanOrEqual(mostTime);
	expect(refused).toBeLessThanOrEqual(mostRefused);
});
