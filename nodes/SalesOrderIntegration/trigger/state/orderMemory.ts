/** What a poll knows of the orders of earlier polls, and adds to: the state in a form that answers questions fast. */
import type { TrackedOrder } from '../trackedOrder';
import { fingerprintOf } from './fingerprint';
import { dayOf, IdsByDay } from './idsByDay';
import type { PendingOrder, RememberedOrders } from './state';

export class OrderMemory {
	/** Delivered orders, and others that need no delivery. */
	readonly delivered: IdsByDay;

	/** Delivered deletions: by ID, `dateDeleted` in epoch milliseconds. */
	readonly deletions: Map<string, number>;

	/** Orders that wait for their external ID. */
	readonly pending: Map<string, PendingOrder>;

	private readonly fingerprints: RememberedOrders['fingerprints'];

	private deliveredForgottenBefore: number;

	private deletionsForgottenBefore: number;

	constructor(state: RememberedOrders) {
		this.delivered = new IdsByDay(state.delivered);
		this.deletions = new Map(Object.entries(state.deletions));
		this.pending = new Map(state.pending.map((order) => [order[0], order]));
		this.fingerprints = structuredClone(state.fingerprints);
		this.deliveredForgottenBefore = state.deliveredForgottenBefore;
		this.deletionsForgottenBefore = state.deletionsForgottenBefore;
	}

	/** Whether an order is older than what is remembered: then it is not in `delivered`, delivered or not. */
	isForgotten({ latestDate }: TrackedOrder): boolean {
		return latestDate < this.deliveredForgottenBefore;
	}

	/** Whether a deletion at an instant (epoch milliseconds) is older than what is remembered. */
	isDeletionForgotten(dateDeleted: number): boolean {
		return dateDeleted < this.deletionsForgottenBefore;
	}

	/** Remembers an order that was delivered or needs no delivery. */
	remember({ id, latestDate }: TrackedOrder): void {
		this.delivered.add(id, latestDate);
	}

	fingerprintOf(id: string): string | undefined {
		return Object.values(this.fingerprints).find((ofDay) => Object.hasOwn(ofDay, id))?.[id];
	}

	rememberFingerprint({ id, latestDate, order }: TrackedOrder): void {
		for (const ofDay of Object.values(this.fingerprints)) delete ofDay[id];
		(this.fingerprints[dayOf(latestDate)] ??= {})[id] = fingerprintOf(order);
	}

	/** Forgets whole days of orders, and deletions, from before two instants (epoch milliseconds). */
	forget(ordersBefore: number, deletionsBefore: number): void {
		const forgotten = this.delivered.forgetDaysBefore(ordersBefore);
		this.deliveredForgottenBefore = Math.max(this.deliveredForgottenBefore, forgotten);
		const firstKept = dayOf(ordersBefore);
		for (const day of Object.keys(this.fingerprints)) if (day < firstKept) delete this.fingerprints[day];
		for (const [id, dateDeleted] of this.deletions) {
			if (dateDeleted >= deletionsBefore) continue;
			this.deletions.delete(id);
			this.deletionsForgottenBefore = Math.max(this.deletionsForgottenBefore, dateDeleted + 1);
		}
	}

	toStored(): RememberedOrders {
		return {
			delivered: this.delivered.toStored(),
			deliveredForgottenBefore: this.deliveredForgottenBefore,
			deletions: Object.fromEntries(this.deletions),
			deletionsForgottenBefore: this.deletionsForgottenBefore,
			fingerprints: this.fingerprints,
			pending: [...this.pending.values()],
		};
	}
}
