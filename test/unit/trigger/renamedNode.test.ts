/** A node that is renamed continues where it stopped, on both kinds of engine (design 4). */
import { activated, HOUR, MINUTE, told } from './fixture';
import type { TriggerFixture } from './fixture';

/** As a plain n8n does, which files what it keeps under the name. Gives what was filed under the old one. */
function rename(trigger: TriggerFixture, nodeName: string, filed: object = {}): object {
	const before = trigger.nodeData;
	trigger.nodeData = filed;
	trigger.nodeName = nodeName;
	trigger.restart();
	return before;
}

describe('A renamed node', () => {
	it('continues where it stopped: nothing comes again, nothing is lost', async () => {
		const trigger = await activated({
			settings: { events: ['created', 'deleted', 'edited'], pauseDuringMaintenance: false },
		});
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
		const deleted = items.filter(({ event }) => event === 'deleted');
		expect(deleted.map(({ delivered }) => delivered)).toEqual([true, true]);
		expect(trigger.warnings).toEqual([]);
	});

	it('keeps the orders that wait for their external ID', async () => {
		const trigger = await activated({ settings: { delivery: 'untilExternalId' } });
		const id = trigger.add();
		await trigger.pollAfter(MINUTE);
		rename(trigger, 'New Orders');
		trigger.pass(HOUR);
		expect(await trigger.poll()).toMatchObject([{ id, delivery: 2 }]);
	});

	it('with its old name again does not continue from what was filed under it', async () => {
		const trigger = await activated();
		trigger.add();
		await trigger.pollAfter(MINUTE);
		const filed = rename(trigger, 'New Orders');
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		rename(trigger, 'Trigger', filed);
		expect((await trigger.drain(30 * MINUTE, 4)).flat()).toEqual([]);
	});

	it('with durable cursors, which are found under its ID, continues from them', async () => {
		const trigger = await activated();
		const note = structuredClone(trigger.workflowData);
		const id = trigger.add();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		rename(trigger, 'New Orders', trigger.nodeData);
		// A poll that delivers nothing does not save the note.
		trigger.workflowData = note;
		expect((await trigger.drain(30 * MINUTE, 4)).flat()).toEqual([]);
	});
});

it('A new node with the name of an old one continues where that stopped', async () => {
	const trigger = await activated();
	trigger.add();
	await trigger.pollAfter(MINUTE);
	trigger.workflowData = {};
	const id = trigger.add();
	expect((await trigger.drain(30 * MINUTE, 4)).map(told)).toEqual([[`created ${id}`]]);
});
