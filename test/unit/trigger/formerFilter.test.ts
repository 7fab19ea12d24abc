/** Orders are judged by the filter that applied when they arrived, also long after it was changed (design 2, filters). */
import { activated, DAY, HOUR } from './fixture';

test('the deletion of an order that a former filter kept back is not delivered', async () => {
	const trigger = await activated({ settings: { filters: { orderTypes: 'Wanted' } } });
	const kept = trigger.add();
	await trigger.drain(HOUR);
	trigger.settings = { ...trigger.settings, filters: {} };
	await trigger.poll();
	trigger.pass(HOUR);
	const later = trigger.add();
	await trigger.drain(6 * HOUR, 40);
	for (const id of [kept, later]) trigger.sandbox.world.delete(BigInt(id));
	const deleted = (await trigger.drain(HOUR, 4)).flat();
	expect(deleted).toMatchObject([{ event: 'deleted', id: later, delivered: true }]);
	expect((await trigger.drain(6 * HOUR, (40 * DAY) / (6 * HOUR))).flat()).toEqual([]);
});
