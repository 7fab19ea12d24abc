/** Bugs in what the trigger knows: what was delivered, waits, is forgotten, or belongs to which service. */
import type { PlantedBug } from './plantedBug';
import { both, changesFilter, created, deletesLong, isCalm, isLong, waits } from './suitable';

export const knowingBugs: PlantedBug[] = [
	{
		name: 'the horizon passes the latest arrival',
		file: 'draft.ts',
		find: 'Math.min(read, ...clocks)',
		replace: 'read',
		traits: ['clock jumps'],
		suits: created,
	},
	{
		name: 'an order is known by its phone date alone',
		file: 'draft.ts',
		find: 'const { latestDate, dateCreated, [this',
		replace: 'const { mobileDateCreated: latestDate, dateCreated, [this',
		suits: isCalm,
	},
	{
		name: 'a forgotten order whose phone date moves is new',
		file: 'draft.ts',
		find: ' || dateCreated < Math.min(horizon, readAtOf(this.readBefore, date))',
		replace: '',
		traits: ['phone dates change'],
	},
	{
		name: 'orders are forgotten while windows still show them',
		file: 'draft.ts',
		find: 'memory.forget(horizon,',
		replace: 'memory.forget(horizon + 2 * DAY_MS,',
		suits: isLong,
	},
	{
		name: 'no order is ever forgotten',
		file: 'state/orderMemory.ts',
		find: 'for (const [id, day] of this.orders) if (day < firstKept) this.orders.delete(id);',
		replace: '',
		suits: isLong,
	},
	{
		name: 'deletions are forgotten a day too early',
		file: 'draft.ts',
		find: 'forget(horizon, deletionHorizon,',
		replace: 'forget(horizon, deletionHorizon + DAY_MS,',
		suits: deletesLong,
	},
	{
		name: 'deletions without a date are forgotten while windows still show them',
		file: 'draft.ts',
		find: 'Math.max(before.undatedHorizon, deletionHorizon - settings.deletedMs)',
		replace: 'deletionHorizon',
		traits: ['deletions without a date'],
		suits: deletesLong,
	},
	{
		name: 'a restored order goes unnoticed',
		file: 'draft.ts',
		find: 'if (this.hasLeftDeleted(tracked)) return true;',
		replace: 'if (this.hasLeftDeleted(tracked)) return false;',
		suits: both,
	},
	{
		name: 'a deletion says that an order was not delivered without being certain',
		file: 'events/deleted.ts',
		find: '? false : null',
		replace: '? false : false',
		traits: ['another name of the service'],
	},
	{
		name: 'a changed filter applies to orders that arrived before',
		file: 'draft.ts',
		find: 'since <= dateCreated',
		replace: 'since <= this.began',
		suits: changesFilter,
	},
	{
		name: 'an order stops waiting when a window does not show it',
		file: 'waiting.ts',
		find: 'if (isUnseen) useAttempt(draft, waiting, false);',
		replace: 'if (isUnseen) draft.memory.waiting.delete(waiting.id);',
		traits: ['lagging replicas'],
		suits: waits,
	},
];
