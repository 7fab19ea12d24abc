/** Clocks that are wrong: of phones, of the service, of this machine. None of them loses or repeats an order (design 4). */
import { NEAR } from '../../support/time';
import { activated, DAY, HOUR, MINUTE, told, TriggerFixture, type FixtureOptions } from './fixture';

/** Windows on arrival, so that nothing is found by a look further back. */
const onArrival: FixtureOptions = {
	settings: { windowDate: 'dateCreated', sweepMs: 1000 * HOUR },
	sandbox: { switches: { serverDateParameter: { name: 'dateField', value: 'dateCreated' } } },
};

/** From now on every response has this Date header, or none. */
function setDateHeader(trigger: TriggerFixture, dateOf?: () => number): void {
	trigger.sandbox.faults.decideBy(() => {
		const Date_ = dateOf && new Date(dateOf()).toUTCString();
		return { kind: 'headers', headers: { Date: Date_ } };
	});
}

it('The clock of a phone that is months ahead: the order comes once, and its deletion follows', async () => {
	const trigger = await activated();
	const id = trigger.add({ madeAgo: -100 * DAY });
	expect(await trigger.during(20 * DAY, 6 * HOUR)).toEqual([`created ${id}`]);
	trigger.sandbox.world.delete(BigInt(id));
	expect(await trigger.during(110 * DAY, DAY)).toEqual([`deleted ${id}`]);
});

describe('The clock of the service', () => {
	it.each([-40, 40])('that is %d minutes ahead loses nothing', async (minutes) => {
		const clockSkewMs = minutes * MINUTE;
		const trigger = await activated({ ...onArrival, clockSkewMs });
		for (let polls = 0; polls < 10; polls++) {
			const id = trigger.add({ dateCreated: trigger.now + clockSkewMs });
			expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`created ${id}`]);
		}
	});

	it('that is ahead makes nothing old at activation', async () => {
		const clockSkewMs = 40 * MINUTE;
		const trigger = new TriggerFixture({ clockSkewMs });
		trigger.add({ dateCreated: trigger.now + clockSkewMs - 5_000 });
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.during(2 * HOUR, HOUR)).toEqual([]);
	});

	it('that is ten days ahead at activation loses nothing that arrives when it is right again', async () => {
		const trigger = await activated({ clockSkewMs: 10 * DAY });
		trigger.clockSkewMs = 0;
		await trigger.pollAfter(HOUR);
		const expected = ['', '', ''].map(() => `created ${trigger.add()}`);
		expect(await trigger.during(5 * HOUR, HOUR)).toEqual(expected);
	});

	it('that is ten days ahead at activation hides no longer than that what somebody else confirms', async () => {
		const settings: FixtureOptions['settings'] = {
			events: ['created', 'deleted', 'attention'],
			delivery: 'untilExternalId',
		};
		const trigger = await activated({ clockSkewMs: 10 * DAY, settings });
		trigger.clockSkewMs = 0;
		await trigger.pollAfter(HOUR);
		trigger.add({ externalId: 'ERP-1' });
		trigger.sandbox.world.delete(BigInt(trigger.add()));
		trigger.pass(MINUTE);
		expect(await trigger.poll()).toMatchObject([{ event: 'deleted', delivered: false }]);
		await trigger.pollAfter(MINUTE);
		expect(trigger.reports).toMatchObject([[{ reason: 'confirmedElsewhere' }]]);
	});

	it.each([3, 10, 100])('that is %d days ahead for some polls loses and repeats nothing', async (days) => {
		const trigger = await activated({ settings: { events: ['created'] } });
		const expected: string[] = [];
		const came: string[] = [];
		for (let hour = 0; hour < 20; hour++) {
			trigger.clockSkewMs = hour >= 3 && hour < 6 ? days * DAY : 0;
			for (const madeAgo of [0, 20 * HOUR]) {
				const dateCreated = trigger.now + trigger.clockSkewMs;
				const id = trigger.add({ dateCreated, mobileDateCreated: trigger.now - madeAgo });
				expected.push(`created ${id}`);
			}
			came.push(...(await trigger.during(HOUR, 20 * MINUTE)));
		}
		came.push(...(await trigger.during(5 * DAY, 6 * HOUR)));
		expect(came.sort()).toEqual(expected.sort());
	});

	it('that is ten days behind for some polls delivers nothing old', async () => {
		const trigger = new TriggerFixture();
		for (let days = 1; days < 12; days++) trigger.add({ dateCreated: trigger.now - days * DAY });
		await trigger.poll();
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		trigger.clockSkewMs = -10 * DAY;
		expect(await trigger.during(HOUR, 20 * MINUTE)).toEqual([]);
		trigger.clockSkewMs = 0;
		expect(await trigger.during(5 * HOUR, HOUR)).toEqual([]);
	});

	it('that no response shows: old orders are not delivered, new ones are, and the state has no gap', async () => {
		const trigger = new TriggerFixture();
		setDateHeader(trigger);
		trigger.add({ dateCreated: trigger.now - HOUR });
		expect(await trigger.poll()).toEqual([]);
		trigger.pass(MINUTE);
		const id = trigger.add();
		const late = trigger.add({ madeAgo: 20 * HOUR });
		expect(await trigger.during(3 * HOUR, 30 * MINUTE)).toEqual([`created ${id}`, `created ${late}`]);
		// JSON has null where a number is not a number.
		expect(JSON.stringify([trigger.nodeData, trigger.workflowData])).not.toContain('null');
	});
});

it('responses without a Date do not make it forget that the clock of the service is behind', async () => {
	const trigger = await activated({
		clockSkewMs: -HOUR,
		settings: { sweepMs: 1000 * HOUR, checkTimeZone: false },
	});
	await trigger.pollAfter(10 * MINUTE);
	trigger.sandbox.faults.schedule({}, { kind: 'headers', headers: { Date: undefined } }, { times: Infinity });
	await trigger.pollAfter(10 * MINUTE);
	trigger.sandbox.faults.clear();
	await trigger.pollAfter(10 * MINUTE);
	// As far back as a near reading looks before it arrives, and half a minute after the near reading that just ended looked back to.
	trigger.pass(MINUTE);
	const id = trigger.add({ dateCreated: trigger.now - HOUR, madeAgo: NEAR - MINUTE / 2 });
	expect(await trigger.pollAfter(9 * MINUTE)).toEqual([`created ${id}`]);
});

it('two days without polls do not make it forget that either: what waits comes once, and not at once again', async () => {
	const settings = { delivery: 'untilExternalId', redeliverMs: 10 * MINUTE } as const;
	const trigger = await activated({ clockSkewMs: 50 * MINUTE, settings });
	const id = trigger.add({ dateCreated: trigger.now + 50 * MINUTE });
	await trigger.pollAfter(10 * MINUTE);
	expect([...(await trigger.pollAfter(2 * DAY)), ...told(await trigger.poll())]).toEqual([`created ${id}`]);
});

describe('The clock of this machine', () => {
	async function pollAhead(trigger: TriggerFixture, ms: number): Promise<void> {
		trigger.setClockAhead(ms);
		await trigger.poll();
		trigger.setClockAhead(0);
	}

	it('that is a month ahead for one poll loses and repeats nothing, and what waits comes again', async () => {
		const trigger = await activated({ settings: { delivery: 'untilExternalId' } });
		const first = trigger.add();
		expect(await trigger.pollAfter(6 * MINUTE)).toEqual([`created ${first}`]);
		await pollAhead(trigger, 30 * DAY);
		const came: string[] = [];
		for (let orders = 0; orders < 30; orders++) {
			const id = trigger.add();
			trigger.pass(20 * MINUTE);
			const items = await trigger.poll();
			expect(items).toContainEqual(expect.objectContaining({ id, delivery: 1 }));
			came.push(...items.filter(({ id: item }) => item === first).map(({ delivery }) => String(delivery)));
		}
		expect(came).not.toContain('1');
		expect(came.length).toBeGreaterThan(2);
	});

	it('that is ten days ahead for two polls loses nothing of what arrives meanwhile', async () => {
		const trigger = await activated();
		const expected: string[] = [];
		const came: string[] = [];
		for (let hour = 0; hour < 12; hour++) {
			for (const madeAgo of [0, 20 * HOUR])
				expected.push(`created ${trigger.add({ dateCreated: trigger.now, madeAgo })}`);
			if (hour === 3 || hour === 4) trigger.setClockAhead(10 * DAY);
			came.push(...(await trigger.pollAfter(HOUR)));
			trigger.setClockAhead(0);
		}
		came.push(...(await trigger.during(3 * HOUR, HOUR)));
		expect(came.sort()).toEqual(expected.sort());
	});

	it('that is ten days ahead, on a service that does not tell its time, loses nothing of what arrives meanwhile', async () => {
		const trigger = await activated();
		setDateHeader(trigger);
		const add = (madeAgo: number) => trigger.add({ madeAgo, dateCreated: trigger.now - 10 * DAY });
		const expected = [`created ${trigger.add()}`];
		trigger.setClockAhead(10 * DAY);
		const came = await trigger.pollAfter(30 * MINUTE);
		// The next poll looks ten days ahead: it sees the order of a phone that is months ahead, and not the one before it.
		expected.push(`created ${add(0)}`);
		trigger.pass(10 * MINUTE);
		expected.push(`created ${add(-200 * DAY)}`);
		came.push(...(await trigger.pollAfter(10 * MINUTE)));
		expect(came).toHaveLength(2);
		trigger.setClockAhead(0);
		came.push(...(await trigger.during(3 * HOUR, 30 * MINUTE)));
		expect(came.sort()).toEqual(expected.sort());
	});

	it('that was ten days ahead at the last poll of such a service loses nothing of what arrives before the next', async () => {
		const trigger = await activated();
		setDateHeader(trigger);
		await pollAhead(trigger, 10 * DAY);
		trigger.pass(HOUR);
		const id = trigger.add({ madeAgo: 71 * HOUR });
		expect(await trigger.during(6 * HOUR, 3 * HOUR)).toEqual([`created ${id}`]);
	});

	it('that is set back by ten days, on a service that does not tell its time, delivers nothing old', async () => {
		const trigger = new TriggerFixture();
		setDateHeader(trigger);
		trigger.add({ dateCreated: trigger.now - DAY });
		await trigger.poll();
		const id = trigger.add();
		expect(await trigger.pollAfter(30 * MINUTE)).toEqual([`created ${id}`]);
		trigger.setClockAhead(-10 * DAY);
		await trigger.pollAfter(30 * MINUTE);
		trigger.setClockAhead(0);
		expect(await trigger.during(3 * HOUR, 30 * MINUTE)).toEqual([]);
	});

	it.each([
		['a round ends early', ['created', 'deleted'], 4_000],
		['an event is added', ['created', 'deleted', 'edited'], 270_000],
	])('that is ten days ahead when %s makes the next poll read nothing again', async (_, events, budgetMs) => {
		const trigger = await activated({ sandbox: { switches: { latency: 1_000 } } });
		setDateHeader(trigger);
		trigger.set({ events });
		trigger.budgetMs = budgetMs;
		await pollAhead(trigger, 10 * DAY);
		trigger.budgetMs = 270_000;
		trigger.requests();
		await trigger.pollAfter(10 * MINUTE);
		expect(trigger.requests().length).toBeLessThan(20);
	});

	it('that was ahead when the service was changed: orders of the new one come from now on', async () => {
		const trigger = await activated();
		await pollAhead(trigger, 30 * DAY);
		trigger.moveTo('https://other.example');
		await trigger.poll();
		const id = trigger.add();
		expect((await trigger.drain(30 * MINUTE, 4)).map(told)).toEqual([[`created ${id}`]]);
	});

	it('that is ten days behind for the only poll that sees a Date loses nothing of what arrives then', async () => {
		const trigger = await activated();
		setDateHeader(trigger, () => trigger.now + 10 * DAY);
		trigger.setClockAhead(-10 * DAY);
		await trigger.pollAfter(10 * MINUTE);
		setDateHeader(trigger);
		trigger.setClockAhead(0);
		for (let orders = 0; orders < 5; orders++) {
			const id = trigger.add({ dateCreated: trigger.now });
			expect(await trigger.pollAfter(30 * MINUTE)).toEqual([`created ${id}`]);
		}
	});

	it('that was ten days behind until the service was changed: nothing from before the last poll comes', async () => {
		const trigger = await activated();
		await trigger.during(5 * HOUR, HOUR);
		await pollAhead(trigger, -10 * DAY);
		trigger.moveTo('https://other.example');
		trigger.add({ dateCreated: trigger.now - 3 * HOUR });
		const id = trigger.add();
		expect(await trigger.during(3 * HOUR, HOUR)).toEqual([`created ${id}`]);
	});

	it('that is ten days ahead for a poll hides no list that fails', async () => {
		const trigger = await activated({ settings: { events: ['created', 'deleted', 'attention'] } });
		trigger.sandbox.faults.schedule({ deleted: true }, { kind: 'status', status: 503 }, { times: Infinity });
		trigger.setClockAhead(10 * DAY);
		await trigger.pollAfter(10 * MINUTE);
		trigger.setClockAhead(0);
		await trigger.during(90 * MINUTE, 10 * MINUTE);
		const messages = trigger.reports.flat().map(({ message }) => String(message));
		expect(messages.filter((message) => message.startsWith('Deleted orders could not'))).toHaveLength(1);
	});

	it('that was ten days ahead at a summary, on a service that does not tell its time, holds up no other', async () => {
		const trigger = await activated({ settings: { events: ['created', 'summary'], checkTimeZone: false } });
		setDateHeader(trigger);
		trigger.setClockAhead(10 * DAY);
		await trigger.during(HOUR, 10 * MINUTE);
		trigger.setClockAhead(0);
		await trigger.during(3 * DAY, HOUR);
		expect(trigger.summaries.length).toBeGreaterThanOrEqual(3);
	});

	it('that is ten days ahead for a poll makes nothing be reported twice', async () => {
		const trigger = await activated({
			settings: { events: ['created', 'deleted', 'attention'], sweepMs: 1000 * HOUR, checkTimeZone: false },
		});
		const id = trigger.add({ totalSales: 'many' as never });
		await trigger.during(4 * HOUR, 10 * MINUTE);
		trigger.setClockAhead(10 * DAY);
		await trigger.pollAfter(10 * MINUTE);
		trigger.setClockAhead(0);
		trigger.sandbox.world.edit(BigInt(id), { mobileDateCreated: trigger.now });
		await trigger.during(HOUR, 10 * MINUTE);
		expect(trigger.reports.flat()).toMatchObject([{ reason: 'oddData' }]);
	});
});
