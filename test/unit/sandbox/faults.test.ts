/** Which faults let a write take effect. What each does to an answer: the tests of calls and errors, which would see a good one. */
import type { Fault } from '../../../sandbox';
import { TestSandbox } from '../../support/testSandbox';

describe('a PUT', () => {
	/** The external ID that it leaves behind. */
	async function stored(test: TestSandbox): Promise<string | null | undefined> {
		const id = test.sandbox.world.add();
		await test.call('PUT', `/api/v2/salesOrder/${id}`, { body: '{"externalId":"A"}' }).catch(() => undefined);
		return test.sandbox.world.find(id)?.externalId;
	}

	test.each<[Fault, boolean]>([
		[{ kind: 'reset' }, false],
		[{ kind: 'reset', takesEffect: true }, true],
		[{ kind: 'cutBody' }, true],
		[{ kind: 'status', status: 500 }, false],
		[{ kind: 'status', status: 500, takesEffect: true }, true],
		[{ kind: 'status', status: 201 }, true],
		[{ kind: 'status', status: 204 }, true],
		[{ kind: 'tooManyRequests' }, false],
		[{ kind: 'redirect' }, false],
		[{ kind: 'html200' }, false],
		[{ kind: 'delay', milliseconds: 40_000 }, true],
		[{ kind: 'emptyBody' }, true],
	])('under %j stores the external ID: %s', async (fault, isStored) => {
		const test = new TestSandbox();
		test.sandbox.faults.schedule({ method: 'PUT' }, fault);
		expect(await stored(test)).toBe(isStored ? 'A' : null);
	});

	const answers = ['status503', 'html200', 'reset'] as const;
	test.each(answers)('in a maintenance that answers %s stores nothing', async (maintenance) => {
		const test = new TestSandbox({ switches: { maintenance } });
		test.now = Date.parse('2026-07-19T05:00:00Z');
		expect(await stored(test)).toBeNull();
	});
});
