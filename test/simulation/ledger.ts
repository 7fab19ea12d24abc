/** What the workflow was handed, and what it did with it. */
import type { TriggerItem } from '../../nodes/SalesOrderIntegration/trigger/run';

/** One item of one execution. Times by the clock of the service, epoch milliseconds. */
export interface HandOver {
	event: TriggerItem['event'];
	at: number;
	delivered?: boolean;
	delivery?: number;
	/** The comment of the order, which tells its version. */
	version: unknown;
	/** Whether the order carried an external ID when it was read. */
	hasExternalId: boolean;
}

/** Items of batches that a kill tore apart. */
export class TornItems {
	/** How many items. */
	count = 0;

	private readonly eventsOfOrder = new Map<string, Array<TriggerItem['event']>>();

	add(items: TriggerItem[]): void {
		this.count += items.length;
		for (const { id, event } of items) this.eventsOfOrder.set(id, [...this.eventsOf(id), event]);
	}

	/** The events of an order that were in torn batches. */
	eventsOf(id: string): ReadonlyArray<TriggerItem['event']> {
		return this.eventsOfOrder.get(id) ?? [];
	}
}

/** All hand-overs by order, and the batches that a kill tore apart. */
export class Ledger {
	readonly byOrder = new Map<string, HandOver[]>();

	/** Items of batches whose state was saved although the execution was not: with `once` they may be missing. */
	readonly lost = new TornItems();

	/** Items of batches that were executed although their state was not saved: they may come again. */
	readonly repeated = new TornItems();

	items = 0;

	executions = 0;

	/** Executions whose items were not in the promised sequence. */
	readonly disordered: string[] = [];

	handOver(items: TriggerItem[], at: number): void {
		this.executions++;
		this.items += items.length;
		items.forEach((item, position) => {
			const previous = items[position - 1];
			if (previous && isBefore(item, previous)) this.disordered.push(`${previous.id}, ${item.id}`);
			const { event, delivered, delivery, order } = item;
			const list = this.byOrder.get(item.id) ?? [];
			list.push({
				event,
				at,
				delivered,
				delivery,
				version: order.sellerComment ?? null,
				hasExternalId: Boolean(order.externalId),
			});
			this.byOrder.set(item.id, list);
		});
	}

	batchTorn(kind: 'lost' | 'repeated', items: TriggerItem[]): void {
		this[kind].add(items);
	}
}

function isBefore(one: TriggerItem, other: TriggerItem): boolean {
	if (one.arrival !== other.arrival) return one.arrival < other.arrival;
	return BigInt(one.id) < BigInt(other.id);
}
