/** What the parts of one poll share: settings, memory, budget, and what was found so far. */
import type { Client } from '../http/client';
import type { OrderFilter } from '../parameters/orderFilter';
import type { Attention } from './attention';
import type { Budget } from './budget';
import type { Outbox } from './outbox';
import type { TriggerSettings } from './settings';
import type { OrderMemory } from './state/orderMemory';
import type { ServiceState } from './state/state';
import type { TrackedOrder } from './trackedOrder';

export interface PollSession {
	/** Counts its calls in `budget`. */
	client: Client;
	settings: TriggerSettings;
	/** As it was when the poll began. */
	state: Readonly<ServiceState>;
	/** When the poll began, by the clock of the service, epoch milliseconds. Never changes. */
	began: number;
	memory: OrderMemory;
	budget: Budget;
	outbox: Outbox;
	attention: Attention;
	/** The filters by the time from which on they apply to arriving orders, oldest first. */
	filters: Array<{ since: number; filter: OrderFilter }>;
	/** Orders that wait for their external ID, are due for another delivery, and were seen without one in this poll. */
	dueSeen: Map<string, TrackedOrder>;
}

/** Whether an order passes the filter that applied when it arrived. */
export function passesFilter({ filters }: PollSession, { order, dateCreated }: TrackedOrder): boolean {
	const applies = filters.findLast(({ since }) => since <= dateCreated) ?? filters[0];
	return applies?.filter.matches(order) ?? true;
}
