/** Accounts never mix, and whoever goes back continues: states are kept per service and account (design 4, state). */
import { valueAt } from '../../../nodes/SalesOrderIntegration/lists/wire';
import { createSandbox, type Fault, type Sandbox, type SandboxResponse } from '../../../sandbox';
import { activated, DAY, HOUR, MINUTE, serviceState, told, TriggerFixture } from './fixture';
import { activatedWithOrder, deliverOne, itemsAfter } from './steps';

const HOME = 'https://service.example';
const OTHER = 'https://other.example';

const users = (...names: string[]) =>
	names.map((username, index) => ({
		id: index + 1,
		username,
		name: username,
		timezone: 'America/Mexico_City',
		apiToken: `token-of-${username}`,
	}));

describe('A credential that leads to another service', () => {
	it('for an hour and back: nothing is lost or repeated on either side, and each change is reported', async () => {
		const trigger = await activated({ settings: { events: ['created', 'deleted', 'edited', 'attention'] } });
		const home = trigger.sandbox.world;
		const known = trigger.add();
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`created ${known}`]);
		const unread = trigger.add({ madeAgo: 30 * HOUR });

		trigger.moveTo(OTHER);
		trigger.add({ dateCreated: trigger.now - DAY });
		const theirs = trigger.add({ madeAgo: 5 * HOUR });
		const meanwhile = String(home.add());
		expect(await trigger.during(HOUR, 10 * MINUTE)).toEqual([`created ${theirs}`]);
		home.delete(BigInt(known));

		trigger.moveTo(HOME);
		const back = (await trigger.drain(30 * MINUTE, 4)).flat();
		expect(told(back).sort()).toEqual(
			[`created ${meanwhile}`, `created ${unread}`, `deleted ${known}`].sort(),
		);
		expect(back).toContainEqual(expect.objectContaining({ event: 'deleted', delivered: true }));

		trigger.moveTo(OTHER);
		const later = trigger.add();
		expect(await trigger.during(2 * HOUR, 30 * MINUTE)).toEqual([`created ${later}`]);
		expect(trigger.reports).toMatchObject(
			[OTHER, HOME, OTHER].map((baseUrl) => [
				{ reason: 'otherService', message: expect.stringContaining(baseUrl) as unknown },
			]),
		);
	});

	it('starts there from the last poll, and takes no order for one that it knows', async () => {
		const trigger = await activated();
		for (let order = 0; order < 5; order++) trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.moveTo(OTHER);
		const early = trigger.add({ dateCreated: trigger.now - HOUR });
		const ids = [trigger.add({ madeAgo: 5 * HOUR }), trigger.add()];
		trigger.sandbox.world.delete(BigInt(early));
		const found = told((await trigger.drain(30 * MINUTE, 4)).flat());
		expect(found.sort()).toEqual([...ids.map((id) => `created ${id}`), `deleted ${early}`]);
		expect(trigger.warnings).toEqual([expect.stringContaining('another service')]);
	});

	it('tried once, switched off for three weeks and switched on with the real one delivers nothing old', async () => {
		const { trigger } = await activatedWithOrder();
		trigger.pass(21 * DAY);
		trigger.moveTo(OTHER);
		for (let days = 1; days <= 20; days++) trigger.add({ dateCreated: trigger.now - days * DAY });
		trigger.restart();
		expect(await trigger.switchOn()).toEqual([]);
		trigger.pass(MINUTE);
		const id = trigger.add();
		expect(await trigger.during(3 * HOUR, 30 * MINUTE)).toEqual([`created ${id}`]);
	});

	it('begins at a Start From that was entered with it, also if that is after the last poll', async () => {
		const trigger = await activated();
		trigger.moveTo(OTHER);
		trigger.pass(HOUR);
		trigger.add({ dateCreated: trigger.now - 30 * MINUTE });
		trigger.set({ startFrom: { at: trigger.now - 10 * MINUTE, text: 'entered' } });
		const id = trigger.add({ dateCreated: trigger.now - MINUTE });
		expect(await trigger.during(2 * HOUR, 30 * MINUTE)).toEqual([`created ${id}`]);
	});

	it('has not failed there for as long as the other one', async () => {
		const trigger = await activated({ settings: { events: ['created', 'deleted', 'attention'] } });
		const fault = { kind: 'status', status: 503 } as const;
		const fail = () => trigger.sandbox.faults.schedule({ deleted: true }, fault, { times: Infinity });
		fail();
		await trigger.despite(5, 10 * MINUTE);
		trigger.moveTo('https://other.example');
		fail();
		await trigger.despite(6, 10 * MINUTE);
		expect(trigger.reports.flat().map(({ reason }) => reason)).toEqual(['otherService']);
	});

	it('does not deliver again there what Start From asked for', async () => {
		const trigger = await activated();
		trigger.set({ startFrom: { at: trigger.now - 3 * DAY, text: 'three days ago' } });
		await trigger.pollAfter(MINUTE);
		trigger.moveTo(OTHER);
		trigger.add({ dateCreated: trigger.now - DAY });
		expect(await trigger.during(3 * HOUR, HOUR)).toEqual([]);
	});

	it('with a new Start From delivers what that asks for there, and nothing again back here', async () => {
		const trigger = await activated({ settings: { events: ['created', 'attention'] } });
		trigger.moveTo(OTHER);
		trigger.set({ startFrom: { at: trigger.now - 3 * DAY, text: 'three days ago' } });
		const id = trigger.add({ dateCreated: trigger.now - DAY });
		expect(await trigger.during(3 * HOUR, HOUR)).toEqual([`created ${id}`]);
		expect(trigger.reports.flat()).toMatchObject([
			{ message: expect.stringContaining('after 2026-07-12T12') },
		]);
		trigger.moveTo(HOME);
		trigger.add({ dateCreated: trigger.now - 2 * DAY });
		const missed = trigger.add({ dateCreated: trigger.now - 2 * HOUR });
		expect(await trigger.during(HOUR, 10 * MINUTE)).toEqual([`created ${missed}`]);
	});

	it('starts there from the last poll, where the clock here was half an hour ahead', async () => {
		const trigger = await activated({ clockSkewMs: HOUR / 2 });
		await trigger.during(HOUR, 10 * MINUTE);
		trigger.clockSkewMs = 0;
		trigger.moveTo(OTHER);
		trigger.add({ dateCreated: trigger.now - 20 * MINUTE });
		const id = trigger.add();
		expect(await trigger.during(3 * HOUR, HOUR)).toEqual([`created ${id}`]);
	});

	it('does not hold back settings that change meanwhile: they count here too', async () => {
		const { trigger, id } = await activatedWithOrder({ settings: { events: ['created'] } });
		const home = trigger.sandbox.world;
		trigger.moveTo(OTHER);
		trigger.set({ events: ['created', 'deleted'] });
		await trigger.pollAfter(MINUTE);
		home.delete(BigInt(id));
		trigger.pass(HOUR);
		trigger.moveTo(HOME);
		expect(await trigger.during(2 * HOUR, 10 * MINUTE)).toEqual([`deleted ${id}`]);
	});

	it('is reported although nothing can be read there', async () => {
		const trigger = await activated({ settings: { events: ['created', 'attention'] } });
		trigger.moveTo(OTHER);
		await trigger.during(2 * MINUTE, MINUTE);
		trigger.moveTo(HOME);
		trigger.sandbox.faults.schedule({}, { kind: 'status', status: 503 }, { times: Infinity });
		await trigger.despite(3, 10 * MINUTE);
		expect(trigger.reports).toHaveLength(2);
	});

	it('does not confirm or redeliver there what waits here', async () => {
		const { trigger, id } = await activatedWithOrder({ settings: { delivery: 'untilExternalId' } });
		trigger.moveTo(OTHER);
		trigger.add({ id: Number(id), dateCreated: trigger.now - DAY, externalId: 'ERP-1' });
		expect(await trigger.during(HOUR, 30 * MINUTE)).toEqual([]);
		trigger.moveTo(HOME);
		expect(await itemsAfter(trigger, MINUTE)).toMatchObject([{ id, delivery: 2 }]);
	});

	it('makes it forget the one that was used longest ago, when there are more than four', async () => {
		const trigger = await activated();
		for (const number of [4, 0, 1, 2, 3, 1]) {
			trigger.moveTo(`https://number${number}.example`);
			trigger.clockSkewMs = number === 2 ? -30 * DAY : 0;
			await trigger.pollAfter(MINUTE);
		}
		const kept = Object.keys(trigger.nodeData.state?.services ?? {}).sort();
		expect(kept).toEqual([0, 1, 2, 3].map((number) => `https://number${number}.example credential`));
	});
});

describe('A new credential at the same address', () => {
	it('with a user in common is for the same account: nothing comes again, and nothing is reported', async () => {
		const { trigger, id } = await activatedWithOrder({
			settings: { events: ['created', 'deleted', 'attention'] },
		});
		trigger.credentialId = 'another credential';
		const next = trigger.add({ madeAgo: HOUR });
		trigger.sandbox.world.delete(BigInt(id));
		const items = await itemsAfter(trigger, 10 * MINUTE);
		expect(told(items)).toEqual([`deleted ${id}`, `created ${next}`].sort().reverse());
		expect(items.find(({ event }) => event === 'deleted')).toMatchObject({ delivered: true });
		expect(await trigger.during(2 * HOUR, 30 * MINUTE)).toEqual([]);
		expect(trigger.reports).toEqual([]);
	});

	it('that lists the users in another sequence is for the same account, however many there are', async () => {
		const names = Array.from({ length: 50 }, (_, number) => `rep${number}`);
		const sandbox = { users: users(...names), switches: { pageSize: 5 } };
		const trigger = await activated({ settings: { events: ['created', 'attention'] }, sandbox });
		expect(serviceState(trigger).users).toHaveLength(20);
		trigger.credentialId = 'another credential';
		const opposite = (id: string) => `"id":${51 - Number(id)},"username":"rep${50 - Number(id)}"`;
		const rewrite = (response: SandboxResponse) => ({
			...response,
			body: response.body.replace(/"id":(\d+),"username":"[^"]*"/g, (_, id: string) => opposite(id)),
		});
		trigger.sandbox.faults.schedule({ path: /user/ }, { kind: 'rewrite', rewrite }, { times: Infinity });
		trigger.add({ dateCreated: trigger.now - 5 * MINUTE });
		await trigger.pollAfter(MINUTE);
		expect(trigger.reports).toEqual([]);
	});

	it('is known by the first page of users: a poll may not have time for all', async () => {
		const sandbox = { users: users(...'abcdefgh'), switches: { pageSize: 1, latency: 5_000 } };
		const trigger = await activated({ sandbox, settings: { checkTimeZone: false } });
		Object.assign(trigger, { credentialId: 'another credential', budgetMs: 32_000 });
		const id = trigger.add();
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`created ${id}`]);
	});

	it('of another account, such as a trial, loses nothing of either in five days there', async () => {
		const trigger = await activated({ settings: { events: ['created', 'attention'] } });
		const { sandbox: home } = trigger;
		const trial = createSandbox({ seed: 2, users: users('trial'), clock: trigger.timing, rateLimit: null });
		trial.world.add({ id: 5_000, dateCreated: trigger.now - DAY });
		const expected: string[] = [];
		const came: string[] = [];
		const dayWith = async (credentialId: string, sandbox: Sandbox) => {
			trigger.credentialId = credentialId;
			trigger.sandbox = sandbox;
			for (const { world } of [home, trial]) expected.push(`created ${String(world.add())}`);
			came.push(...(await trigger.during(DAY, 3 * HOUR)));
		};
		await trigger.during(HOUR, HOUR);
		for (let days = 0; days < 5; days++) await dayWith('trial', trial);
		await dayWith('credential', home);
		await dayWith('trial', trial);
		expect(came.sort()).toEqual(expected.filter((item) => item !== expected[12]).sort());
		expect(trigger.reports.flat().map(({ reason }) => reason)).toEqual(Array(3).fill('otherService'));
	});

	it('whose token may not list users is taken for another account', async () => {
		const { trigger } = await activatedWithOrder();
		trigger.credentialId = 'another credential';
		trigger.sandbox.faults.schedule({ path: /user/ }, { kind: 'status', status: 403 }, { times: Infinity });
		trigger.add({ dateCreated: trigger.now - 5 * MINUTE });
		trigger.pass(MINUTE);
		const id = trigger.add();
		expect(await trigger.during(3 * HOUR, 30 * MINUTE)).toEqual([`created ${id}`]);
	});

	it('whose long windows use up the rate limit is read in shorter ones', async () => {
		const rateLimit = { limit: 20, periodMs: MINUTE };
		const settings = { events: ['created'] };
		const trigger = await activated({ settings, sandbox: { rateLimit, switches: { pageSize: 10 } } });
		trigger.budgetMs = 36_000;
		trigger.moveTo('https://other.example');
		const { now } = trigger;
		const ids = Array.from({ length: 200 }, (_, hours) => trigger.add({ dateCreated: now + hours * HOUR }));
		trigger.pass(9 * DAY);
		expect((await trigger.despite(40, 10 * MINUTE)).items).toEqual(ids.map((id) => `created ${id}`));
	});

	it.each<[string, Fault]>([
		['cannot be read', { kind: 'status', status: 500 }],
		['never come', { kind: 'hang' }],
	])('whose users %s delivers, also with another filter, and is known when they come', async (_, fault) => {
		const trigger = new TriggerFixture();
		trigger.budgetMs = 36_000;
		trigger.sandbox.faults.schedule({ path: /user/ }, fault, { times: Infinity });
		for (const customerCodes of ['', 'none', '']) {
			trigger.set({ filters: { customerCodes } });
			await trigger.pollAfter(MINUTE);
		}
		await deliverOne(trigger);
		trigger.sandbox.faults.clear();
		await trigger.pollAfter(HOUR);
		trigger.credentialId = 'another credential';
		await trigger.pollAfter(MINUTE);
		expect(Object.keys(valueAt(trigger.nodeData, ['state', 'services']) as object)).toHaveLength(1);
	});

	it('whose users cannot be read fails the poll, and changes nothing', async () => {
		const trigger = await activated();
		trigger.credentialId = 'another credential';
		trigger.sandbox.faults.schedule({ path: /user/ }, { kind: 'status', status: 503 }, { times: Infinity });
		const before = structuredClone(trigger.nodeData);
		const id = trigger.add();
		await expect(trigger.pollAfter(MINUTE)).rejects.toMatchObject({ kind: 'serverError' });
		expect(trigger.nodeData).toEqual(before);
		trigger.sandbox.faults.clear();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
	});
});
