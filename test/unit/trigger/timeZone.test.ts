/** A wrong time zone in the credential is noticed while the trigger runs (design 3.4). */
import { ServiceFailure } from '../../../nodes/SalesOrderIntegration/errors/failures';
import { checkTimeZone } from '../../../nodes/SalesOrderIntegration/lists/checkTimeZone';
import { activated, allRead, DAY, HOUR, MINUTE, type TriggerFixture } from './fixture';

jest.mock('../../../nodes/SalesOrderIntegration/lists/checkTimeZone', () => ({ checkTimeZone: jest.fn() }));
const zoneCheck = jest.mocked(checkTimeZone);
const MISMATCH = 'The time zone is wrong.';

beforeEach(() => {
	zoneCheck.mockReset().mockResolvedValue(undefined);
});

async function watching(checks = true, event = 'created'): Promise<TriggerFixture> {
	return await activated({ settings: { events: [event, 'attention'], checkTimeZone: checks } });
}

describe('The check of recent orders', () => {
	it.each([
		['created', 72 * HOUR],
		['deleted', 72 * HOUR],
		['created', HOUR],
	])('comes when late orders are looked for, and not at every poll: %s, %d', async (event, lateSyncMs) => {
		const trigger = await watching(true, event);
		trigger.set({ lateSyncMs });
		await trigger.during(5 * HOUR, 10 * MINUTE);
		expect(zoneCheck).toHaveBeenCalledTimes(5);
	});

	it('does not come if checkTimeZone is off', async () => {
		const trigger = await watching(false);
		await trigger.during(3 * HOUR, 30 * MINUTE);
		expect(zoneCheck).not.toHaveBeenCalled();
	});

	it('reports a wrong zone once, also after days without proof', async () => {
		const trigger = await watching();
		zoneCheck.mockResolvedValue(MISMATCH);
		await trigger.during(3 * HOUR, 30 * MINUTE);
		zoneCheck.mockResolvedValue(undefined);
		await trigger.during(3 * DAY, 6 * HOUR);
		zoneCheck.mockResolvedValue(MISMATCH);
		await trigger.during(3 * HOUR, 30 * MINUTE);
		expect(trigger.reports).toMatchObject([[{ reason: 'timeZone', message: MISMATCH }]]);
	});

	it('reports another wrong zone in the credential as well', async () => {
		const trigger = await watching();
		zoneCheck.mockResolvedValue(MISMATCH);
		await trigger.during(3 * HOUR, 30 * MINUTE);
		trigger.credentialZone = 'Asia/Kolkata';
		await trigger.during(3 * HOUR, 30 * MINUTE);
		expect(trigger.reports.flat().map(({ reason }) => reason)).toEqual(['timeZone', 'timeZone']);
	});

	it('that fails costs no order', async () => {
		const trigger = await watching();
		zoneCheck.mockRejectedValue(new ServiceFailure('serverError'));
		const id = trigger.add({ madeAgo: 5 * HOUR });
		expect(await trigger.during(2 * HOUR, 30 * MINUTE)).toEqual([`created ${id}`]);
	});

	it('that fails because of a mistake of ours is an error', async () => {
		const trigger = await watching();
		zoneCheck.mockRejectedValue(new TypeError('a mistake'));
		await expect(trigger.pollAfter(HOUR)).rejects.toThrow(TypeError);
	});
});

it('Orders that were synced late never look like a wrong zone to a service that filters on arrival', async () => {
	// This service filters on arrival whatever it is asked.
	const serverDateParameter = { name: 'deleted', value: 'false' };
	const { trigger } = await allRead({
		settings: { events: ['created', 'attention'] },
		sandbox: { switches: { serverDateParameter } },
	});
	for (let number = 0; number < 60; number++) trigger.add({ madeAgo: 6 * HOUR + number * 5 * MINUTE });
	expect(await trigger.during(3 * HOUR, 30 * MINUTE)).toHaveLength(60);
	expect([trigger.reports, trigger.warnings]).toEqual([[], []]);
});
