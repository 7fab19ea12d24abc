/** What the user chose for the trigger, in the units that the code counts in (design 2). */
import type { IDataObject } from 'n8n-workflow';

/** The events that tell the user how the trigger is doing, each in a separate execution. */
export const reportEvents = ['attention', 'summary'] as const;

export const deliveryModes = ['once', 'untilExternalId'] as const;
export type DeliveryMode = (typeof deliveryModes)[number];

/** The number fields under Options, with their defaults. Each must be greater than 0. */
export const numberOptions = {
	lateSyncHours: { displayName: 'Late Arrivals (Hours)', default: 72 },
	sweepMinutes: { displayName: 'Late Orders Every (Minutes)', default: 60 },
	deletedDays: { displayName: 'Deleted Orders (Days Back)', default: 30 },
	maxOrdersPerRun: { displayName: 'Max Orders per Run', default: 500 },
	redeliverMinutes: { displayName: 'Redeliver After (Minutes)', default: 30 },
	maxDeliveries: { displayName: 'Max Deliveries', default: 10 },
};

/** A date field, as an instant and as it was entered. */
export interface StartFrom {
	/** Epoch milliseconds. */
	at: number;
	/** An expression such as "seven days ago" stays the same text, although it never is the same instant. */
	text: string;
}

/** The settings of one trigger node. Durations in milliseconds. */
export interface TriggerSettings {
	/** Names of events that orders can cause (events/index.ts), and of {@link reportEvents}. */
	events: string[];
	delivery: DeliveryMode;
	/** Deliver what arrived from here on, unless the state says that this was done. */
	startFrom?: StartFrom;
	/** How long after its `mobileDateCreated` an order may arrive and is still found. */
	lateSyncMs: number;
	/** How often late orders, edits and old deletions are looked for. */
	sweepMs: number;
	/** Age of an order up to which its deletion is noticed. */
	deletedMs: number;
	maxOrdersPerRun: number;
	redeliverMs: number;
	maxDeliveries: number;
	pauseDuringMaintenance: boolean;
	checkTimeZone: boolean;
	/** The Filters collection as it was entered: readOrderFilter makes a test of it. */
	filters: IDataObject;
	/** The date that the service filters windows on: `dateCreated` with a server date parameter. */
	windowDate: 'mobileDateCreated' | 'dateCreated';
}

/** The chosen events that orders can cause. */
export function orderEventsOf({ events }: TriggerSettings): string[] {
	const others: readonly string[] = reportEvents;
	return events.filter((event) => !others.includes(event));
}
