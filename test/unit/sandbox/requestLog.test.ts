/** The sandbox's log of requests, for tests to read. */
import { TestSandbox } from '../../support/testSandbox';
import { NOON } from '../../support/time';

test('the log says when, what, with which headers, how it ended, and with how many others at once', async () => {
	const test = new TestSandbox({ switches: { latency: 7 } });
	test.sandbox.faults.schedule({}, { kind: 'reset' });
	await Promise.allSettled([test.call('GET', '/first?a=%20'), test.call('PUT', '/second', { body: 'text' })]);
	const authorization = { Authorization: `Bearer ${test.sandbox.users[0]?.apiToken}` };
	expect(test.sandbox.log.entries).toEqual([
		expect.objectContaining({
			index: 0,
			time: NOON,
			method: 'GET',
			path: '/first?a=%20',
			headers: authorization,
			overlapping: 0,
			faults: ['reset'],
		}),
		expect.objectContaining({
			index: 1,
			method: 'PUT',
			body: 'text',
			overlapping: 1,
			status: 404,
			faults: [],
		}),
	]);
	expect(test.sandbox.log.entries[0]?.status).toBeUndefined();
	expect(test.sandbox.log.entries.every(({ finished }) => (finished ?? 0) >= NOON + 7)).toBe(true);
	test.sandbox.log.clear();
	expect([test.sandbox.log.entries, test.sandbox.log.total]).toEqual([[], 2]);
});

test('the log keeps the newest up to its bound', async () => {
	const test = new TestSandbox({ maximumLogEntries: 3 });
	for (let made = 0; made < 10; made++) {
		await test.call('GET', `/${made}`);
		expect(test.sandbox.log.entries.at(-1)?.path).toBe(`/${made}`);
		expect(test.sandbox.log.entries).toHaveLength(Math.min(3, made + 1));
	}
});
