/** The set of IDs in which whole days can be forgotten. */
import { IdsByDay } from '../../../../nodes/SalesOrderIntegration/trigger/state/idsByDay';
import type { StoredIds } from '../../../../nodes/SalesOrderIntegration/trigger/state/idsByDay';

import { DAY, NOON } from '../../../support/time';

/** Stored, and loaded again. */
function reloaded(ids: IdsByDay): IdsByDay {
	return new IdsByDay(JSON.parse(JSON.stringify(ids.toStored())) as StoredIds);
}

it('IDs are stored ascending, each as its distance from the one before', () => {
	const ids = new IdsByDay({});
	for (const id of ['1200', '1000', '1001', '9007199254740993', '007']) ids.add(id, NOON);
	expect(ids.toStored()).toEqual({ '2026-07-15': [1000, 1, 199, '007', '9007199254740993'] });
	const again = reloaded(ids);
	for (const id of ['1200', '1000', '1001', '9007199254740993', '007']) expect(again.has(id)).toBe(true);
	for (const id of ['1', '199', '7', '9007199254740992']) expect(again.has(id)).toBe(false);
});

it('an ID moves to a later day, never to an earlier one', () => {
	const ids = new IdsByDay({});
	ids.add('1', NOON);
	ids.add('1', NOON + 2 * DAY);
	ids.add('1', NOON);
	expect(ids.toStored()).toEqual({ '2026-07-17': [1] });
});

it('days are forgotten as a whole, and it is known up to when', () => {
	const ids = new IdsByDay({});
	ids.add('1', NOON);
	ids.add('2', NOON + DAY);
	expect(ids.ids()).toEqual(['1', '2']);
	expect(ids.forgetDaysBefore(NOON + DAY)).toBe(Date.parse('2026-07-16'));
	expect([ids.has('1'), ids.has('2')]).toEqual([false, true]);
	expect(ids.forgetDaysBefore(NOON + DAY)).toBe(0);
});

it('what is removed is not stored', () => {
	const ids = reloaded(new IdsByDay({ '2026-07-15': [1000, 1] }));
	ids.remove('1000');
	expect(reloaded(ids).has('1000')).toBe(false);
	expect(ids.toStored()).toEqual({ '2026-07-15': [1001] });
});

it('a day without changes is stored as it was', () => {
	const stored = { '2026-07-15': [1000, 1], '2026-07-16': [2000] };
	const ids = new IdsByDay(stored);
	ids.add('2001', NOON + DAY);
	expect(ids.toStored()).toEqual({ ...stored, '2026-07-16': [2000, 1] });
});
