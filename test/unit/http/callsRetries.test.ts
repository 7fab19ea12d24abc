/** Design 3.5: network errors, timeouts and 5xx are retried with exponential backoff and jitter; a call ends after 30 s. */
import type { ServiceResponse } from '../../../nodes/SalesOrderIntegration/http/call';
import { send } from '../../../nodes/SalesOrderIntegration/http/client';
import { ServiceFailure } from '../../../nodes/SalesOrderIntegration/errors/failures';
import type { Fault } from '../../../sandbox';
import { clientFixture, failureOf, putExternalId, readUsers, USERS_URL } from '../../support/clientFixture';

const retried: Array<[string, Fault, string]> = [
	['a broken connection', { kind: 'reset' }, 'connectionLost'],
	['a connection that breaks in the middle', { kind: 'cutBody' }, 'connectionLost'],
	['no answer', { kind: 'hang' }, 'timeout'],
	['an endless answer', { kind: 'endlessBody' }, 'timeout'],
	['an answer that takes longer than 30 s', { kind: 'delay', milliseconds: 30_001 }, 'timeout'],
	['a body that takes longer than 30 s', { kind: 'slowBody', milliseconds: 30_001 }, 'timeout'],
	['500', { kind: 'status', status: 500 }, 'serverError'],
	['502', { kind: 'status', status: 502 }, 'serverError'],
	['503', { kind: 'status', status: 503 }, 'serverError'],
	['504', { kind: 'status', status: 504 }, 'serverError'],
	['599', { kind: 'status', status: 599 }, 'serverError'],
	['JSON that is cut off', { kind: 'invalidJson' }, 'invalidJson'],
	['an empty body', { kind: 'emptyBody' }, 'invalidJson'],
	['a web page with status 200', { kind: 'html200' }, 'html'],
];

test.each(retried)('a read is tried five times in all where it meets %s', async (_, fault, kind) => {
	const { client, sandbox } = clientFixture();
	sandbox.faults.schedule({}, fault, { times: 4 });
	await expect(readUsers(client)).resolves.toHaveProperty('users');
	expect(sandbox.log.total).toBe(5);
	sandbox.faults.schedule({}, fault, { times: Infinity });
	expect(await failureOf(readUsers(client))).toMatchObject({ kind });
	expect(sandbox.log.total).toBe(2 * 5);
});

test('a response that is no list is retried, because a proxy may have sent it', async () => {
	const { client, sandbox } = clientFixture();
	sandbox.faults.schedule({}, { kind: 'notAnEnvelope' }, { times: 2 });
	const read = ({ body }: ServiceResponse) => {
		const json = JSON.parse(body) as { users?: unknown };
		if (!json.users) throw new ServiceFailure('notAnEnvelope');
		return json;
	};
	await expect(send(client, { method: 'GET', url: USERS_URL }, read)).resolves.toHaveProperty('users');
	expect(sandbox.log.total).toBe(3);
});

test.each([
	['reset', { kind: 'reset', takesEffect: true }],
	['hang', { kind: 'hang', takesEffect: true }],
	['503', { kind: 'status', status: 503, takesEffect: true }],
] as Array<[string, Fault]>)('a write is retried after %s, even where it took effect', async (_, fault) => {
	const { client, sandbox } = clientFixture({ orders: { count: 1 } });
	const id = sandbox.world.all()[0]?.id ?? 0;
	sandbox.faults.schedule({}, fault);
	await putExternalId(client, id);
	expect(sandbox.log.total).toBe(2);
	expect(sandbox.world.find(id)?.externalId).toBe('ERP-1');
});

test('the waits double from one second, each between half and all of it', async () => {
	const { client, sandbox } = clientFixture();
	sandbox.faults.schedule({}, { kind: 'status', status: 500 }, { times: Infinity });
	await failureOf(readUsers(client));
	const times = sandbox.log.entries.map(({ time }) => time);
	const waits = times.slice(1).map((time, position) => time - (times[position] ?? 0));
	expect(waits).toHaveLength(4);
	waits.forEach((wait, position) => {
		const full = 1000 * 2 ** position;
		expect(wait).toBeGreaterThanOrEqual(full / 2);
		expect(wait).toBeLessThan(full);
	});
});

test('clients that failed together do not retry together', async () => {
	const fixtures = [1, 2].map(() => clientFixture());
	const [one, other] = await Promise.all(
		fixtures.map(async ({ client, sandbox, timing }, position) => {
			for (let skipped = 0; skipped < position; skipped++) timing.random();
			sandbox.faults.schedule({}, { kind: 'reset' });
			await readUsers(client);
			return sandbox.log.entries[1]?.time;
		}),
	);
	expect(one).not.toBe(other);
});

test('a call ends after 30 s, and the next try begins only when it has ended', async () => {
	const { client, sandbox } = clientFixture();
	sandbox.faults.schedule({}, { kind: 'hang' });
	await readUsers(client);
	const [first, second] = sandbox.log.entries;
	expect((first?.finished ?? 0) - (first?.time ?? 0)).toBe(30_000);
	expect(second?.time).toBeGreaterThan(first?.finished ?? Infinity);
	expect(second?.overlapping).toBe(0);
});

test('while one call backs off, others with the same token go on', async () => {
	const { client, sandbox } = clientFixture();
	sandbox.faults.schedule({}, { kind: 'reset' });
	await Promise.all([readUsers(client), readUsers(client), readUsers(client)]);
	const [failed, ...others] = sandbox.log.entries;
	expect(failed?.faults).toEqual(['reset']);
	expect(others.map(({ time }) => time - (failed?.time ?? 0)).filter((wait) => wait === 0)).toHaveLength(2);
});
