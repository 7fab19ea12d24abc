/** The steps of a poll, each within what is left of its budget and of the items it may hand over (design 4). */
import { countOrders } from './counting';
import { readDeletions } from './deletions';
import { sweepLateOrders } from './lateOrders';
import { readNewOrders } from './newOrders';
import { redeliver } from './redeliveries';
import type { PollRun } from '../run';
import type { StepName } from '../memory/state';

export const steps: Record<StepName, (run: PollRun) => Promise<void>> = {
	deletions: readDeletions,
	counting: countOrders,
	newOrders: readNewOrders,
	lateOrders: sweepLateOrders,
	redeliveries: redeliver,
};
