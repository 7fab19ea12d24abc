/** What cannot be read for 30 days is given up, so that nothing is looked for any more; and nothing before (design 4). */
import { Knowledge } from '../../../nodes/SalesOrderIntegration/trigger/known';
import { failureAt, windowOf } from '../../support/windowOf';
import { activated, DAY, HOUR, MINUTE, NOON, type TriggerFixture } from './fixture';
import { untilExternalId } from './untilExternalId';

const events = ['created', 'deleted', 'attention'];

const watching = async () => await activated({ settings: { events, checkTimeZone: false } });

/** Such windows of a list are answered with 500. */
function breaks(trigger: TriggerFixture, isBroken: (from: number, to: number) => boolean, deleted = false) {
	const isHit = (url: string) => url.includes(`deleted=${deleted}`) && isBroken(...windowOf(url));
	trigger.sandbox.faults.decideBy(({ url }) => (isHit(url) ? { kind: 'status', status: 500 } : undefined));
}

/** Those that have one of these moments. */
const withOneOf = (moments: number[]) => (from: number, to: number) =>
	moments.some((moment) => from <= moment && moment <= to);

const givenUp = ({ reports }: TriggerFixture) =>
	reports.flat().flatMap(({ message }) => (message.includes('for 30 days') ? [message] : []));

it('What cannot be read for 30 days is given up, which is reported', async () => {
	const trigger = await watching();
	trigger.add();
	breaks(trigger, withOneOf([trigger.now]));
	// A clock may be ahead: an arrival proves that it is not.
	await trigger.despite(45, DAY);
	expect(givenUp(trigger)).toEqual([]);
	await trigger.despite(3, DAY, () => trigger.add());
	const first = [expect.stringMatching(/^Some sales orders from .* could not be read for 30 days/)];
	expect(givenUp(trigger)).toEqual(first);
	// Another one has its own 30 days.
	breaks(trigger, withOneOf([trigger.now]));
	await trigger.despite(25, DAY, () => trigger.add());
	expect(givenUp(trigger)).toEqual(first);
});

it('Another window that fails does not begin the 30 days again, and has its own', async () => {
	const trigger = await watching();
	const moments = [trigger.now];
	breaks(trigger, withOneOf(moments));
	const arrive = () => void trigger.add();
	trigger.add();
	await trigger.despite(25 * 2, 12 * HOUR, arrive);
	moments.push(trigger.now);
	await trigger.despite(9 * 2, 12 * HOUR, arrive);
	expect(givenUp(trigger)).toHaveLength(1);
	await trigger.despite(18 * 2, 12 * HOUR, arrive);
	expect(givenUp(trigger)).toHaveLength(1);
	await trigger.despite(7 * 2, 12 * HOUR, arrive);
	expect(givenUp(trigger)).toHaveLength(2);
});

it('Of times that fail together, the days of the last one count, and none where one has not failed before', () => {
	const knowledge = new Knowledge();
	const fail = (from: number, to: number, now: number) =>
		knowledge.setAside('created', { from: from * HOUR, to: to * HOUR }, 0, now);
	const since = () => knowledge.unreadable.created.map((piece) => piece.since);
	fail(0, 1, NOON);
	fail(1, 2, NOON + DAY);
	expect(since()).toEqual([NOON, NOON + DAY]);
	fail(0, 2, NOON + 2 * DAY);
	expect(since()).toEqual([NOON + DAY]);
	fail(1, 3, NOON + 3 * DAY);
	expect(since()).toEqual([NOON + DAY, NOON + 3 * DAY]);
	// While the workflow was switched off, nothing was tried.
	knowledge.forgetFailures();
	fail(0, 3, NOON + 40 * DAY);
	expect(since()).toEqual([NOON + 40 * DAY]);
});

describe('What has failed for hours is not given up because something else has failed for 30 days', () => {
	it('of an older start', async () => {
		const trigger = await watching();
		const broken: number[] = [];
		let isArchiveDown = false;
		const isOld = (from: number) => isArchiveDown && from < trigger.now - 40 * DAY;
		breaks(trigger, (from, to) => isOld(from) || withOneOf(broken)(from, to));
		const old = trigger.add({ dateCreated: trigger.now - 20 * DAY });
		for (const polls of [40, 30]) {
			trigger.add();
			broken.push(trigger.now);
			await trigger.despite(polls, 12 * HOUR, () => trigger.add());
		}
		trigger.set({ startFrom: { at: trigger.now - 60 * DAY, text: 'then' } });
		isArchiveDown = true;
		await trigger.despite(12, 10 * MINUTE);
		isArchiveDown = false;
		expect((await trigger.despite(24 * 6, 10 * MINUTE)).items).toContain(`created ${old}`);
	});

	it('of lost clocks', async () => {
		const trigger = await watching();
		const starts = [Date.UTC(1970, 0, 2)];
		breaks(trigger, (from, to) => starts.some((start) => from <= start + 8 * DAY && start <= to));
		const arrive = (poll: number) => poll % 24 === 0 && trigger.add();
		await trigger.despite(33 * 24, HOUR, arrive);
		starts.push(Date.UTC(2000, 0, 2));
		const lost = trigger.add({ mobileDateCreated: Date.UTC(2000, 0, 5) });
		await trigger.despite(50, HOUR, arrive);
		starts.pop();
		expect((await trigger.despite(400, HOUR, arrive)).items).toContain(`created ${lost}`);
	});
});

it.each([false, true])(
	'Nothing is looked for there any more (deleted=%s), and only the list of created orders ends the wait of one',
	async (deleted) => {
		const trigger = await untilExternalId({ maxDeliveries: 1_000 });
		// Another one waits elsewhere.
		trigger.add();
		await trigger.pollAfter(5 * HOUR);
		const id = trigger.add();
		const broken = trigger.now;
		await trigger.pollAfter(MINUTE);
		breaks(trigger, withOneOf([broken]), deleted);
		const arrive = () => trigger.sandbox.world.setExternalId(BigInt(trigger.add()), 'ERP-1');
		await trigger.despite(34 * 2, 12 * HOUR, arrive);
		const about = trigger.reports.flat().filter(({ reason, aboutOrderId }) => {
			return reason === 'notConfirmed' || String(aboutOrderId) === id;
		});
		const message = expect.stringContaining('could not be read again for 30 days') as unknown;
		const expected = { reason: 'notConfirmed', aboutOrderId: Number(id), message };
		expect(about).toMatchObject(deleted ? [] : [expected]);
		expect(givenUp(trigger)).toHaveLength(deleted ? 1 : 2);
		trigger.requests();
		await trigger.pollAfter(6 * HOUR);
		const inList = trigger.requests().filter(({ path }) => path.includes(`deleted=${deleted}`));
		expect(inList.filter(({ path }) => failureAt(path, [broken]))).toEqual([]);
	},
);

it('An order that is found nowhere when something else is given up goes on waiting', async () => {
	const trigger = await untilExternalId({ maxDeliveries: 1_000, events: ['created', 'attention'] });
	trigger.add();
	breaks(trigger, withOneOf([trigger.now]));
	const arrive = () => BigInt(trigger.add());
	await trigger.despite(57, 12 * HOUR, () => trigger.sandbox.world.setExternalId(arrive(), 'ERP-1'));
	const id = arrive();
	expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
	trigger.sandbox.world.delete(id);
	await trigger.despite(10, 12 * HOUR, () => trigger.sandbox.world.setExternalId(arrive(), 'ERP-1'));
	expect(givenUp(trigger)).toHaveLength(1);
});

it('An outage of one list gives up nothing, however long it lasts', async () => {
	const trigger = await watching();
	trigger.sandbox.faults.schedule({ deleted: false }, { kind: 'status', status: 500 }, { times: Infinity });
	const ids: string[] = [];
	const change = (poll: number) => {
		ids.push(trigger.add());
		if (poll % 4 === 0) trigger.sandbox.world.delete(BigInt(ids.pop() ?? 0));
	};
	const { items: before } = await trigger.despite(36 * 2, 12 * HOUR, change);
	trigger.sandbox.faults.clear();
	const { items: after } = await trigger.despite(20, 20 * MINUTE);
	const created = [...before, ...after].filter((item) => item.startsWith('created'));
	expect(created.sort()).toEqual(ids.map((id) => `created ${id}`).sort());
	expect(givenUp(trigger)).toEqual([]);
});
