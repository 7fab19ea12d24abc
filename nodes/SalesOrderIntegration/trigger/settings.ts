/** What the user chose for the trigger, in the units that the code counts in. */

export type TriggerEvent = 'created' | 'deleted' | 'edited';
export type Delivery = 'once' | 'untilExternalId';

/** A field in which the user entered an instant. */
export interface StartFrom {
	/** Epoch milliseconds. */
	at: number;
	/** As it was entered. An expression such as "seven days ago" is the same text, though never the same instant. */
	text: string;
}

/** The settings of one trigger node (design 2). Durations in milliseconds. */
export interface TriggerSettings {
	events: TriggerEvent[];
	delivery: Delivery;
	/** Start again from this arrival time, when it is not the one that the state began with. */
	startFrom?: StartFrom;
	/** How late after its making an order may arrive and still be found. */
	lateSyncMs: number;
	/** How often the last `lateSyncMs` are read again. */
	sweepMs: number;
	/** How old an order may be whose deletion is noticed. */
	deletedMs: number;
	maxOrdersPerRun: number;
	redeliverMs: number;
	maxDeliveries: number;
	pauseDuringMaintenance: boolean;
	/** The order date that the service holds windows against: `dateCreated` with a server date parameter. */
	windowDate: 'mobileDateCreated' | 'dateCreated';
}
