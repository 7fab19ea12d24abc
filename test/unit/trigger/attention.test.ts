/** What a user must know without reading a log (design 2, `attention`). */
import type { TriggerSettings } from '../../../nodes/SalesOrderIntegration/trigger/settings';
import { activated, DAY, HOUR, MINUTE, rewriteLists } from './fixture';
import type { FixtureOptions, TriggerFixture } from './fixture';

type Events = TriggerSettings['events'];

async function watching({ settings, ...options }: FixtureOptions = {}): Promise<TriggerFixture> {
	const events: Events = ['created', 'deleted', 'attention'];
	return await activated({ settings: { events, ...settings }, ...options });
}

function sendOddData(trigger: TriggerFixture): void {
	const fault = { kind: 'wrongTypes', values: { totalSales: 'a lot' } } as const;
	trigger.sandbox.faults.schedule({}, fault, { times: Infinity });
}

/** Each reason, and how it comes about. */
const causes: Array<[string, FixtureOptions, (trigger: TriggerFixture) => void | Promise<unknown>]> = [
	[
		'notConfirmed',
		{ settings: { delivery: 'untilExternalId', maxDeliveries: 1 } },
		async (trigger) => {
			trigger.add();
			await trigger.pollAfter(MINUTE);
			trigger.pass(30 * MINUTE);
		},
	],
	[
		'timeZone',
		// The service reads the dates 15 hours earlier than meant.
		{ zone: 'Asia/Tokyo', credentialZone: 'America/Mexico_City' },
		(trigger) => {
			for (let number = 1; number <= 60; number++)
				trigger.add({ dateCreated: trigger.now - number * 15 * MINUTE });
		},
	],
	[
		'stateRebuilt',
		{},
		(trigger) => {
			Object.values(trigger.nodeData.state?.services ?? {}).forEach((state) => {
				state.delivered = 'rubbish' as never;
			});
		},
	],
	['otherService', {}, (trigger) => trigger.moveTo('https://other.example')],
	[
		'miscounted',
		{ sandbox: { switches: { pageSize: 10 } } },
		(trigger) => {
			for (let number = 0; number < 15; number++) trigger.add();
			rewriteLists(trigger, ({ pagination }) => {
				pagination.totalCount = Number(pagination.totalCount) + 1;
			});
		},
	],
	[
		'oddData',
		{},
		(trigger) => {
			trigger.add();
			sendOddData(trigger);
		},
	],
];

describe.each(causes)('%s', (reason, options, cause) => {
	it('is reported once while it lasts, in a poll of its own; the orders follow with the next poll', async () => {
		const trigger = await watching(options);
		await cause(trigger);
		const id = trigger.add();
		trigger.pass(MINUTE);
		expect(await trigger.pollAll()).toEqual([
			{
				event: 'attention',
				reason,
				message: expect.stringMatching(/^[A-Z0-9].*\.$/) as unknown,
				advice: expect.stringMatching(/^[A-Z].*\.$/) as unknown,
				aboutOrderId: reason === 'notConfirmed' ? expect.any(Number) : null,
			},
		]);
		expect(await trigger.pollAfter(MINUTE)).toContain(`created ${id}`);
		await trigger.during(20 * MINUTE, 10 * MINUTE);
		expect(trigger.reports).toEqual([]);
		expect(trigger.warnings.filter((line) => line.length > 0).join('\n')).not.toBe('');
	});

	it('only goes to the log if the event is not chosen, and delays no order', async () => {
		const settings = { ...options.settings, events: ['created', 'deleted'] as Events };
		const trigger = await watching({ ...options, settings });
		await cause(trigger);
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toContain(`created ${id}`);
		expect(trigger.reports).toEqual([]);
		expect(trigger.warnings.length).toBeGreaterThan(0);
	});
});

it('Entries of a list that are no orders are reported as odd data', async () => {
	const trigger = await watching();
	const id = trigger.add();
	rewriteLists(trigger, ({ salesOrders }) => salesOrders.push('no order'));
	await trigger.pollAfter(MINUTE);
	expect(trigger.reports).toMatchObject([[{ reason: 'oddData' }]]);
	expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
});

describe('What was reported', () => {
	it('is reported again only after it had ended', async () => {
		const trigger = await watching();
		sendOddData(trigger);
		for (let polls = 0; polls < 5; polls++) {
			trigger.add();
			await trigger.pollAfter(10 * HOUR);
		}
		expect(trigger.reports).toHaveLength(1);
		trigger.sandbox.faults.clear();
		await trigger.during(30 * HOUR, 10 * HOUR);
		sendOddData(trigger);
		trigger.add();
		await trigger.pollAfter(MINUTE);
		expect(trigger.reports).toHaveLength(2);
	});

	it('has an item for each order', async () => {
		const trigger = await watching({ settings: { delivery: 'untilExternalId', maxDeliveries: 1 } });
		const ids = [trigger.add(), trigger.add()];
		await trigger.during(3 * HOUR, 10 * MINUTE);
		const about = trigger.reports.flat().map(({ aboutOrderId }) => String(aboutOrderId));
		expect(about.sort()).toEqual(ids);
	});
});

it('Reports that keep coming let the orders through at every other poll', async () => {
	const trigger = await watching({ settings: { delivery: 'untilExternalId', maxDeliveries: 1 } });
	const ids: string[] = [];
	const came: string[] = [];
	const polls: string[] = [];
	for (let poll = 0; poll < 20; poll++) {
		ids.push(trigger.add());
		trigger.pass(20 * MINUTE);
		const items = await trigger.pollAll();
		polls.push([...new Set(items.map((item) => (item.event === 'attention' ? 'report' : 'orders')))].join());
		came.push(...items.flatMap((item) => (item.event === 'attention' ? [] : [item.id])));
	}
	expect(`${polls.slice(4).join()},`).toMatch(/^(report,)?(orders,report,)+(orders,)?$/);
	expect(came).toEqual(ids.slice(0, came.length));
	expect(came.length).toBeGreaterThanOrEqual(19);
});

it('A report that follows another one at once does not wait where there are no orders', async () => {
	const trigger = await watching();
	for (const baseUrl of ['https://one.example', 'https://another.example']) {
		trigger.moveTo(baseUrl);
		await trigger.pollAfter(MINUTE);
	}
	expect(trigger.reports).toHaveLength(2);
});

it('A report is not lost in a poll that fails', async () => {
	const trigger = await watching();
	trigger.moveTo('https://other.example');
	trigger.sandbox.faults.schedule({}, { kind: 'status', status: 403 });
	trigger.pass(DAY);
	await expect(trigger.poll()).rejects.toMatchObject({ kind: 'forbidden' });
	await trigger.pollAfter(MINUTE);
	expect(trigger.reports.flat()).toMatchObject([{ reason: 'otherService' }]);
});
