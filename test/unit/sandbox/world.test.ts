/** The world of the sandbox: orders arrive, change and go when they should. */
import type { WorldEvent } from '../../../sandbox';
import { TestSandbox } from '../../support/testSandbox';
import { HOUR, NOON } from '../../support/time';

test('changes happen at their time, in their order, and never before the order arrived', () => {
	const test = new TestSandbox();
	const { world } = test.sandbox;
	const events: WorldEvent[] = [];
	world.subscribe((event) => events.push(event));
	const late = world.add({ dateCreated: NOON + 2 * HOUR });
	const early = world.add({ dateCreated: NOON + HOUR });
	world.delete(late, NOON + HOUR);
	world.edit(early, { sellerComment: 'first' }, NOON + 3 * HOUR);
	world.edit(early, { sellerComment: 'second' }, NOON + 3 * HOUR);
	world.restore(late, NOON + 4 * HOUR);
	test.now = NOON + 5 * HOUR;
	world.settle();
	expect(events).toEqual([
		{ kind: 'arrived', id: early, time: NOON + HOUR },
		{ kind: 'arrived', id: late, time: NOON + 2 * HOUR },
		{ kind: 'deleted', id: late, time: NOON + 2 * HOUR },
		{ kind: 'edited', id: early, time: NOON + 3 * HOUR },
		{ kind: 'edited', id: early, time: NOON + 3 * HOUR },
		{ kind: 'restored', id: late, time: NOON + 4 * HOUR },
	]);
	expect(world.find(early)).toMatchObject({ sellerComment: 'second', isEdited: true });
});
