/** What n8n kept belongs to one node, whatever it is called, and whichever half of it is left (design 4, state). */
import { activated, DAY, HOUR, MINUTE, told, type TriggerFixture } from './fixture';
import { activatedWithOrder, deliverOne } from './steps';

/** As a plain n8n does, which files what it keeps under the name. Gives what was filed under the old one. */
function rename(trigger: TriggerFixture, nodeName: string, filed: object = {}): object {
	const before = trigger.nodeData;
	trigger.restart();
	trigger.nodeData = filed;
	trigger.node = { ...trigger.node, name: nodeName };
	return before;
}

describe('A renamed node', () => {
	it('continues where it stopped: nothing comes again, nothing is lost', async () => {
		const trigger = await activated({
			settings: { events: ['created', 'deleted', 'edited'], pauseDuringMaintenance: false },
		});
		const ids: string[] = [];
		for (let day = 0; day < 6; day++) {
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
		for (const { delivered } of items) expect(delivered).not.toBe(false);
		expect(trigger.warnings).toEqual([]);
	});

	it('or one that keeps its name delivers nothing again from an export in which only the note is new', async () => {
		const { trigger } = await activatedWithOrder();
		const exported = structuredClone(trigger.nodeData);
		for (const minutes of [10, 20]) {
			trigger.add();
			await trigger.pollAfter(minutes * MINUTE);
		}
		rename(trigger, trigger.node.name, exported);
		await deliverOne(trigger);
	});

	it('keeps what was set since, although nothing was delivered', async () => {
		const { trigger, id } = await activatedWithOrder({ settings: { events: ['created'] } });
		trigger.set({ events: ['created', 'deleted'] });
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
		trigger.sandbox.world.delete(BigInt(id));
		rename(trigger, 'New Orders');
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${id}`]);
	});

	it('before its first delivery continues where it started, also if its credential has led elsewhere since', async () => {
		const trigger = await activated();
		const { baseUrl } = trigger;
		const id = trigger.add();
		rename(trigger, 'New Orders');
		trigger.moveTo('https://other.example');
		await trigger.pollAfter(MINUTE);
		trigger.moveTo(baseUrl);
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
	});

	it.each(['Trigger', 'New Orders'])(
		'does not count items as delivered that n8n dropped: %s',
		async (was) => {
			const trigger = await activated();
			const cursor = structuredClone(trigger.nodeData);
			rename(trigger, was, trigger.nodeData);
			const id = await deliverOne(trigger);
			// An older note says no name.
			for (const note of Object.values(trigger.workflowData)) delete Object(note).deliveredAs;
			rename(trigger, 'New Orders', cursor);
			expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
		},
	);

	it.each([
		['', false],
		[', also if n8n drops what its first poll stores for it', true],
	])('with its old name again does not continue from what was filed under it%s', async (_, isDropped) => {
		const { trigger } = await activatedWithOrder();
		const filed = rename(trigger, 'New Orders');
		await deliverOne(trigger);
		rename(trigger, 'Trigger', structuredClone(filed));
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
		if (isDropped) rename(trigger, 'Trigger', filed);
		expect((await trigger.drain(30 * MINUTE, 4)).flat()).toEqual([]);
	});

	it('continues from a note whose time is damaged', async () => {
		const { trigger } = await activatedWithOrder();
		const id = trigger.add();
		rename(trigger, 'New Orders');
		for (const note of Object.values(trigger.workflowData)) Object.assign(note as object, { at: null });
		expect(await trigger.pollAfter(10 * MINUTE)).toEqual([`created ${id}`]);
	});

	it('with durable cursors, which are found under its ID, continues from them', async () => {
		const trigger = await activated();
		const note = structuredClone(trigger.workflowData);
		await deliverOne(trigger);
		rename(trigger, 'New Orders', trigger.nodeData);
		// A poll that delivers nothing does not save the note.
		trigger.workflowData = note;
		expect((await trigger.drain(30 * MINUTE, 4)).flat()).toEqual([]);
	});

	it('with durable cursors keeps what was set since, although nothing was delivered, also across a restart', async () => {
		const { trigger, id } = await activatedWithOrder({ settings: { events: ['created'] } });
		rename(trigger, 'New Orders', trigger.nodeData);
		const note = structuredClone(trigger.workflowData);
		trigger.set({ events: ['created', 'deleted'] });
		expect(await trigger.pollAfter(MINUTE)).toEqual([]);
		trigger.workflowData = note;
		trigger.pass(HOUR);
		trigger.sandbox.world.delete(BigInt(id));
		trigger.pass(MINUTE);
		trigger.restart();
		expect(await trigger.pollAfter(MINUTE)).toEqual([`deleted ${id}`]);
	});
});

it('A node with the name of one that was deleted three months ago inherits nothing', async () => {
	const { trigger } = await activatedWithOrder();
	for (let day = 0; day < 90; day++) trigger.add({ dateCreated: trigger.now + day * DAY });
	trigger.pass(90 * DAY);
	trigger.restart();
	trigger.node = { ...trigger.node, id: 'another node' };
	expect(await trigger.switchOn()).toEqual([]);
	trigger.pass(MINUTE);
	const id = trigger.add();
	expect((await trigger.drain(30 * MINUTE, 4)).map(told)).toEqual([[`created ${id}`]]);
});

it('Two nodes of a workflow do not share a note', async () => {
	const trigger = await activated();
	const own = trigger.nodeData;
	trigger.node = { ...trigger.node, id: 'another node' };
	trigger.nodeData = {};
	trigger.restart();
	await trigger.switchOn();
	trigger.node = { ...trigger.node, id: 'node' };
	trigger.nodeData = own;
	trigger.restart();
	await deliverOne(trigger);
});

it.each<[string, (trigger: TriggerFixture) => void]>([
	['the note', (trigger) => (trigger.nodeData = {})],
	['the state', (trigger) => (trigger.workflowData = {})],
])('An export that has only %s continues with it, and delivers nothing again', async (_, drop) => {
	const trigger = await activated({ settings: { events: ['created', 'deleted', 'edited'] } });
	const ids = [trigger.add({ madeAgo: 20 * HOUR }), trigger.add()];
	expect(await trigger.during(20 * HOUR, HOUR)).toHaveLength(2);
	await deliverOne(trigger);
	trigger.restart();
	drop(trigger);
	const next = trigger.add({ madeAgo: 3 * HOUR });
	trigger.sandbox.world.delete(BigInt(ids[0] ?? 0));
	expect((await trigger.during(3 * HOUR, 30 * MINUTE)).sort()).toEqual([
		`created ${next}`,
		`deleted ${ids[0]}`,
	]);
});
