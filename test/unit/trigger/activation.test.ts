/** What is checked before a user's activation succeeds (design 4, "Activation by a user"). */
import { ServiceFailure } from '../../../nodes/SalesOrderIntegration/errors/failures';
import { checkTimeZone } from '../../../nodes/SalesOrderIntegration/lists/checkTimeZone';
import { checkActivation } from '../../../nodes/SalesOrderIntegration/trigger/activation';
import { NOON, TriggerFixture } from './fixture';

jest.mock('../../../nodes/SalesOrderIntegration/lists/checkTimeZone', () => ({ checkTimeZone: jest.fn() }));
const zoneCheck = jest.mocked(checkTimeZone);

/** Saturday 22:30 in Mexico City. */
const MAINTENANCE = Date.parse('2026-07-19T04:30:00Z');

beforeEach(() => {
	zoneCheck.mockReset().mockResolvedValue(undefined);
});

describe.each([
	['at noon', NOON],
	['in maintenance', MAINTENANCE],
])('An activation %s', (_, start) => {
	const activate = async (trigger: TriggerFixture) =>
		await checkActivation(trigger.client(start + 30_000), trigger.settings);

	it('checks the credential with one call', async () => {
		const trigger = new TriggerFixture({ start });
		await activate(trigger);
		expect(trigger.requests()).toMatchObject([{ method: 'GET', path: '/api/v2/user' }]);
	});

	it.each([401, 403, 404])('is refused with status %d', async (status) => {
		const trigger = new TriggerFixture({ start });
		trigger.sandbox.faults.schedule({}, { kind: 'status', status });
		await expect(activate(trigger)).rejects.toThrow(ServiceFailure);
	});

	it.each([
		['an error of the service', { kind: 'status', status: 503 }],
		['a broken connection', { kind: 'reset' }],
		['a service that hangs', { kind: 'hang' }],
		['the rate limit', { kind: 'tooManyRequests' }],
	] as const)('is not refused because of %s', async (__, fault) => {
		const trigger = new TriggerFixture({ start });
		trigger.sandbox.faults.schedule({}, fault, { times: Infinity });
		await expect(activate(trigger)).resolves.toBeUndefined();
	});
});

it.each([
	['is refused', NOON, true],
	['is not refused in maintenance', MAINTENANCE, false],
])('An activation that gets a web page %s', async (_, start, isRefused) => {
	const trigger = new TriggerFixture({ start });
	trigger.sandbox.faults.schedule({}, { kind: 'html200' }, { times: Infinity });
	const failure = await checkActivation(trigger.client(), trigger.settings).catch((error: unknown) => error);
	expect(failure instanceof ServiceFailure).toBe(isRefused);
});

describe('A wrong time zone (what it refuses: engine/mistakes)', () => {
	it('is not looked for if checkTimeZone is off', async () => {
		const trigger = new TriggerFixture({ settings: { checkTimeZone: false } });
		await checkActivation(trigger.client(), trigger.settings);
		expect(zoneCheck).not.toHaveBeenCalled();
	});

	it.each([
		[true, 0],
		[false, 1],
	])('is looked for in maintenance only if the trigger does not pause: %s', async (pause, times) => {
		const settings = { pauseDuringMaintenance: pause };
		const trigger = new TriggerFixture({ start: MAINTENANCE, settings });
		await checkActivation(trigger.client(), trigger.settings);
		expect(zoneCheck).toHaveBeenCalledTimes(times);
	});

	it('that cannot be looked for refuses nothing', async () => {
		const trigger = new TriggerFixture();
		zoneCheck.mockRejectedValue(new ServiceFailure('serverError'));
		await expect(checkActivation(trigger.client(), trigger.settings)).resolves.toBeUndefined();
	});
});
