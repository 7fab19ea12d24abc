/** What a user must know without reading a log (design 2, `attention`). */
import { reportTexts } from '../../../nodes/SalesOrderIntegration/errors/reportTexts';
import { Attention } from '../../../nodes/SalesOrderIntegration/trigger/reports';
import { noAttention, type AttentionState } from '../../../nodes/SalesOrderIntegration/trigger/state/state';
import { countOneMore } from '../../support/rewriteLists';
import { NOON } from '../../support/time';
import {
	activated,
	HOUR,
	MINUTE,
	rewriteLists,
	serviceState,
	type FixtureOptions,
	type TriggerFixture,
} from './fixture';
import { deliverOne } from './steps';

async function watching({ settings, ...options }: FixtureOptions = {}): Promise<TriggerFixture> {
	const events = ['created', 'deleted', 'attention'];
	return await activated({ settings: { events, ...settings }, ...options });
}

function sendOddData(trigger: TriggerFixture, values: object = { totalSales: 'a lot' }): void {
	const fault = { kind: 'wrongTypes', values: { ...values } } as const;
	trigger.sandbox.faults.schedule({ path: /salesOrder/ }, fault, { times: Infinity });
}

const untilExternalId = { delivery: 'untilExternalId' as const };

/** Each reason, and how it comes about. */
const causes: Record<string, [FixtureOptions, (trigger: TriggerFixture) => void | Promise<unknown>]> = {
	notConfirmed: [
		{ settings: { ...untilExternalId, maxDeliveries: 1 } },
		async (trigger) => {
			await deliverOne(trigger);
			trigger.pass(30 * MINUTE);
		},
	],
	confirmedElsewhere: [
		{ settings: untilExternalId },
		(trigger) => {
			for (let number = 0; number < 3; number++) trigger.add({ externalId: 'ERP-1' });
		},
	],
	timeZone: [
		// The service reads the dates 15 hours earlier than meant.
		{ zone: 'Asia/Tokyo', credentialZone: 'America/Mexico_City' },
		(trigger) => {
			for (let number = 1; number <= 60; number++)
				trigger.add({ dateCreated: trigger.now - number * 15 * MINUTE });
			trigger.pass(HOUR);
		},
	],
	listFails: [
		{},
		async (trigger) => {
			const fault = { kind: 'status', status: 503 } as const;
			trigger.sandbox.faults.schedule({ deleted: true }, fault, { times: Infinity });
			for (let polls = 0; polls < 6; polls++) await trigger.pollAfter(10 * MINUTE);
			trigger.pass(9 * MINUTE);
		},
	],
	stateRebuilt: [
		{},
		(trigger) => {
			trigger.restart();
			serviceState(trigger).memory = 'rubbish' as never;
		},
	],
	otherService: [{}, (trigger) => trigger.moveTo('https://other.example')],
	miscounted: [
		{ sandbox: { switches: { pageSize: 10 } } },
		(trigger) => {
			for (let number = 0; number < 15; number++) trigger.add();
			rewriteLists(trigger, countOneMore);
		},
	],
	oddData: [{}, (trigger) => sendOddData(trigger)],
};

describe.each(Object.entries(causes))('%s', (reason, [options, cause]) => {
	it('is reported once while it lasts, alone and without reading a list; the orders wait for one poll at most', async () => {
		const trigger = await watching(options);
		await cause(trigger);
		const id = trigger.add();
		trigger.pass(MINUTE);
		const polls: string[] = [];
		for (let poll = 0; poll < 2; poll++) {
			trigger.requests();
			const items = await trigger.pollAll();
			const [first] = items;
			polls.push(first && 'order' in first ? 'orders' : 'report');
			if (!first || 'order' in first) {
				expect(items).toContainEqual(expect.objectContaining({ event: 'created', id }));
				continue;
			}
			const response = reason === 'listFails' ? ' Details: {"error":"Status 503"}' : '';
			expect(items).toEqual([
				{
					event: 'attention',
					reason,
					message: expect.stringMatching(/^[A-Z0-9].*\.$/) as unknown,
					advice: expect.stringMatching(`^[A-Z].*\\.${response}$`) as unknown,
					aboutOrderId: /^(notConf|conf)irmed/.test(reason) ? expect.any(Number) : null,
				},
			]);
			expect(trigger.requests().filter(({ path }) => path.includes('salesOrder'))).toEqual([]);
			trigger.pass(MINUTE);
		}
		expect(polls.sort()).toEqual(['orders', 'report']);
		await trigger.during(20 * MINUTE, 10 * MINUTE);
		expect(trigger.reports).toEqual([]);
	});

	it('only goes to the log if the event is not chosen, and delays no order', async () => {
		const settings = { ...options.settings, events: ['created', 'deleted'] };
		const trigger = await watching({ ...options, settings });
		await Promise.resolve(cause(trigger)).catch(() => undefined);
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toContain(`created ${id}`);
		expect(trigger.reports).toEqual([]);
		expect(trigger.warnings.length).toBeGreaterThan(0);
	});
});

describe('When the event is chosen later', () => {
	it('what lasts is reported, although the log has it', async () => {
		const trigger = await watching({ settings: { events: ['created', 'deleted'] } });
		const fault = { kind: 'status', status: 503 } as const;
		trigger.sandbox.faults.schedule({ deleted: true }, fault, { times: Infinity });
		await trigger.despite(8, 10 * MINUTE);
		trigger.set({ events: ['created', 'deleted', 'attention'] });
		await trigger.despite(2, 10 * MINUTE);
		expect(trigger.reports.flat()).toMatchObject([{ reason: 'listFails' }]);
	});

	it('and no longer chosen, it does not come any more', async () => {
		const trigger = await watching();
		sendOddData(trigger);
		await deliverOne(trigger);
		trigger.set({ events: ['created', 'deleted'] });
		expect(await trigger.pollAll()).toEqual([]);
	});
});

describe('oddData', () => {
	it('is reported once for each field, and for entries that are no orders', async () => {
		const trigger = await watching();
		const values = [{ totalSales: 'a lot' }, { customer: 7 }];
		for (const value of [...values, ...values]) {
			sendOddData(trigger, value);
			trigger.add();
			await trigger.during(20 * MINUTE, 10 * MINUTE);
			trigger.sandbox.faults.clear();
		}
		rewriteLists(trigger, ({ salesOrders }) => salesOrders.push('no order'));
		await trigger.during(30 * MINUTE, 10 * MINUTE);
		expect(trigger.reports).toMatchObject([
			[{ reason: 'oddData', message: expect.stringContaining("'totalSales'") as unknown }],
			[{ reason: 'oddData', message: expect.stringContaining("'customer'") as unknown }],
			[{ reason: 'oddData' }],
		]);
	});

	it.each([
		['', 0],
		[', also if the clock of the service was ahead', 2400 * HOUR],
	])('is reported again only after it had ended for a day%s', async (_, clockSkewMs) => {
		const trigger = await watching();
		trigger.clockSkewMs = clockSkewMs;
		const oddDay = async () => {
			sendOddData(trigger);
			trigger.add({ dateCreated: trigger.now + trigger.clockSkewMs });
			await trigger.during(30 * HOUR, 10 * HOUR);
			trigger.sandbox.faults.clear();
		};
		await oddDay();
		await oddDay();
		expect(trigger.reports).toHaveLength(1);
		trigger.clockSkewMs = 0;
		await trigger.during(90 * HOUR, 10 * HOUR);
		await oddDay();
		expect(trigger.reports).toHaveLength(2);
	});
});

it('notConfirmed has an item for each order, and again for one that was restored', async () => {
	const trigger = await watching({ settings: { ...untilExternalId, maxDeliveries: 1 } });
	const { world } = trigger.sandbox;
	const ids = [trigger.add(), trigger.add()];
	await trigger.during(3 * HOUR, 10 * MINUTE);
	world.delete(BigInt(ids[0] ?? ''));
	await trigger.during(HOUR, 10 * MINUTE);
	world.restore(BigInt(ids[0] ?? ''));
	await trigger.during(3 * HOUR, 10 * MINUTE);
	const messages = trigger.reports.flat().map(({ message }) => message.split(' after')[0]);
	const expected = [ids[0], ...ids].map((id) => `Order ${id} still has no external ID`);
	expect(messages.sort()).toEqual(expected);
	// There may be thousands.
	expect(JSON.stringify(trigger.nodeData.state)).not.toContain('notConfirmed');
});

it('What lasts at one service is news at another', () => {
	const reportsAt = (service: string, stored: AttentionState) => {
		const attention = new Attention({ ...stored, reports: [] }, service, true, () => {});
		attention.report('oddData', 'customer', reportTexts.oddData('Odd.'));
		return attention.toState(NOON);
	};
	const one = reportsAt('one', noAttention);
	expect(one.reports).toEqual(reportsAt('two', one).reports);
	expect(reportsAt('one', one).reports).toEqual([]);
});

it('What begins while Attention Needed is not chosen for a while is reported afterwards', () => {
	const after = (stored: AttentionState, isChosen: boolean) => {
		const attention = new Attention(stored, 'one', isChosen, () => {});
		attention.report('oddData', 'customer', reportTexts.oddData('Odd.'));
		return attention.toState(NOON);
	};
	expect(after(after(after(noAttention, true), false), true).reports).toHaveLength(1);
});

it('A report of a poll without orders comes with that poll, also right after another report', async () => {
	const trigger = await watching();
	for (const baseUrl of ['https://one.example', 'https://another.example']) {
		trigger.moveTo(baseUrl);
		await trigger.pollAfter(MINUTE);
	}
	expect(trigger.reports).toHaveLength(2);
});
