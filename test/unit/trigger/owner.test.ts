/** Whose state it is: that of a node whatever its name, and of one service (design 4). */
import { activated, DAY, HOUR, MINUTE, told } from './fixture';
import type { TriggerFixture } from './fixture';

describe('A renamed node', () => {
	/** As a plain n8n does, which files what it keeps under the name. */
	function rename(trigger: TriggerFixture, nodeName: string, filed: object = {}): object {
		const before = trigger.nodeData;
		trigger.nodeData = filed;
		trigger.nodeName = nodeName;
		trigger.workflowData = JSON.parse(JSON.stringify(trigger.workflowData)) as Record<string, unknown>;
		return before;
	}

	it('goes on where it stopped: nothing comes again, nothing is lost', async () => {
		const trigger = await activated({ settings: { events: ['created', 'deleted', 'edited'] } });
		const ids: string[] = [];
		for (let day = 0; day < 10; day++) {
			ids.push(trigger.add(), trigger.add({ madeAgo: 20 * HOUR }));
			await trigger.drain(2 * HOUR, 11);
		}
		const [old = '', recent = ''] = [ids[0], ids.at(-1)];
		const unread = trigger.add({ madeAgo: 30 * HOUR });
		rename(trigger, 'New Orders');
		for (const id of [old, recent]) trigger.sandbox.world.delete(BigInt(id));
		const edited = ids.at(-2) ?? '';
		trigger.sandbox.world.edit(BigInt(edited), { sellerComment: 'changed' });
		const items = (await trigger.drain(30 * MINUTE, 4)).flat();
		expect(told(items).sort()).toEqual(
			[`created ${unread}`, `deleted ${old}`, `deleted ${recent}`, `edited ${edited}`].sort(),
		);
		expect(items.filter(({ event }) => event === 'deleted').map(({ delivered }) => delivered)).toEqual([
			true,
			true,
		]);
		expect(trigger.warnings).toEqual([]);
	});

	it('an order that waits for its external ID goes on waiting', async () => {
		const trigger = await activated({ settings: { delivery: 'untilExternalId' } });
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		rename(trigger, 'New Orders');
		trigger.pass(HOUR);
		expect(await trigger.poll()).toMatchObject([{ id, delivery: 2 }]);
	});

	it('that gets its old name back does not go on from what was filed under it', async () => {
		const trigger = await activated();
		trigger.add();
		await trigger.pollAfter(MINUTE);
		const filed = rename(trigger, 'New Orders');
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		rename(trigger, 'Trigger', filed);
		expect((await trigger.drain(30 * MINUTE, 4)).flat()).toEqual([]);
	});

	it('with durable cursors, which are found under its id, goes on from them', async () => {
		const trigger = await activated();
		const note = structuredClone(trigger.workflowData);
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		rename(trigger, 'New Orders', trigger.nodeData);
		// A poll that hands nothing over does not save the note.
		trigger.workflowData = note;
		expect((await trigger.drain(30 * MINUTE, 4)).flat()).toEqual([]);
	});

	it('that is a new one under the name of an old one goes on where that stopped', async () => {
		const trigger = await activated();
		trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.workflowData = {};
		const id = trigger.add();
		expect((await trigger.drain(30 * MINUTE, 4)).map(told)).toEqual([[`created ${id}`]]);
	});
});

describe('A credential that leads to another service', () => {
	it('starts from the last poll, and takes no order there for one that it knows', async () => {
		const trigger = await activated();
		for (let order = 0; order < 5; order++) trigger.add();
		await trigger.pollAfter(MINUTE);
		trigger.moveTo('https://other.example');
		const early = trigger.add({ dateCreated: trigger.now - HOUR });
		const ids = [trigger.add({ madeAgo: 5 * HOUR }), trigger.add()];
		trigger.sandbox.world.delete(BigInt(early));
		const found = told((await trigger.drain(30 * MINUTE, 4)).flat());
		expect(found.sort()).toEqual([...ids.map((id) => `created ${id}`), `deleted ${early}`]);
		expect(trigger.warnings).toEqual([expect.stringContaining('another service')]);
	});

	it('starts now, although our clock was ahead at the last poll', async () => {
		const trigger = await activated();
		trigger.setClockAhead(30 * DAY);
		await trigger.poll();
		trigger.setClockAhead(0);
		trigger.moveTo('https://other.example');
		await trigger.poll();
		const id = trigger.add();
		expect((await trigger.drain(30 * MINUTE, 4)).map(told)).toEqual([[`created ${id}`]]);
	});
});
