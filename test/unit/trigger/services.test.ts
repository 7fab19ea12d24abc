/** Positions and IDs are kept per service, by base URL (design 4, "State moves only at the end"). */
import { activated, DAY, HOUR, MINUTE, told } from './fixture';

const HOME = 'https://service.example';
const OTHER = 'https://other.example';

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
		expect(trigger.reports).toMatchObject([
			[{ reason: 'otherService', message: expect.stringContaining(OTHER) as unknown }],
			[{ reason: 'otherService', message: expect.stringContaining(HOME) as unknown }],
			[{ reason: 'otherService', message: expect.stringContaining(OTHER) as unknown }],
		]);
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

	it('does not deliver again there what Start From asked for', async () => {
		const trigger = await activated();
		trigger.set({ startFrom: { at: trigger.now - 3 * DAY, text: 'three days ago' } });
		await trigger.pollAfter(MINUTE);
		trigger.moveTo(OTHER);
		trigger.add({ dateCreated: trigger.now - DAY });
		expect(await trigger.during(3 * HOUR, HOUR)).toEqual([]);
	});

	it('does not confirm or redeliver there what waits here', async () => {
		const trigger = await activated({ settings: { delivery: 'untilExternalId' } });
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.moveTo(OTHER);
		trigger.add({ id: Number(id), dateCreated: trigger.now - DAY, externalId: 'ERP-1' });
		expect(await trigger.during(HOUR, 30 * MINUTE)).toEqual([]);
		trigger.moveTo(HOME);
		trigger.pass(MINUTE);
		expect(await trigger.poll()).toMatchObject([{ id, delivery: 2 }]);
	});
});
