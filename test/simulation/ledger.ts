/** What the workflow received, and what it did with it. */
import type { AttentionItem, OrderItem, SummaryItem, TriggerItem } from './triggerUnderTest';

/** One order of one execution. Times by the clock of the service, epoch milliseconds. */
export interface Delivered {
	event: OrderItem['event'];
	at: number;
	delivered?: boolean | null;
	delivery?: number;
	/** The comment of the order, which tells its version. */
	version: unknown;
	/** Whether the order carried an external ID when it was read. */
	hasExternalId: boolean;
}

/** A report of one execution. */
export interface Report {
	reason: string;
	message: string;
	aboutOrderId: unknown;
	at: number;
}

/** A sign of life, and when it was delivered by the clock of the service. */
export type Summary = SummaryItem & { at: number };

/** Items of batches that a kill tore apart. */
export class TornItems {
	/** How many items. */
	count = 0;
	/** By order ID, events and reasons of reports. */
	private readonly content = new Map<string, string[]>();

	add(items: TriggerItem[]): void {
		this.count += items.length;
		for (const item of items) {
			const [id, what] = nameOf(item);
			this.content.set(id, [...this.eventsOf(id), what]);
		}
	}

	/** The events of an order that were in torn batches, and the reasons of reports about it. */
	eventsOf(id: string): readonly string[] {
		return this.content.get(id) ?? [];
	}

	/** How many reports with a reason were in torn batches. */
	reports(reason: string): number {
		return [...this.content.values()].flat().filter((event) => event === reason).length;
	}
}

function nameOf(item: TriggerItem): [id: string, what: string] {
	if (isAttention(item)) return [String(item.aboutOrderId), item.reason];
	return isOrder(item) ? [item.id, item.event] : ['', item.event];
}

function isAttention(item: TriggerItem): item is AttentionItem {
	return item.event === 'attention';
}

function isSummary(item: TriggerItem): item is SummaryItem {
	return item.event === 'summary';
}

/** Whether an item is about what happened to an order. */
export function isOrder(item: TriggerItem): item is OrderItem {
	return !isAttention(item) && !isSummary(item);
}

/** All deliveries of orders of one service, the reports, and the batches that a kill tore apart. */
export class Ledger {
	readonly byOrder = new Map<string, Delivered[]>();
	readonly reports: Report[] = [];
	readonly summaries: Summary[] = [];
	/** Items of batches whose state was saved although the execution was not: with `once` they may be missing. */
	readonly lost = new TornItems();
	/** Items of batches that were executed although their state was not saved: they may come again. */
	readonly repeated = new TornItems();
	items = 0;
	/** Executions whose items were not as promised. */
	readonly problems: string[] = [];

	deliver(items: TriggerItem[], at: number): void {
		this.items += items.length;
		const orders = items.filter(isOrder);
		const reports = items.filter(isAttention);
		const summaries = items.filter(isSummary);
		if (orders.length > 0 && reports.length > 0) this.problems.push('An execution has orders and reports');
		if (summaries.length > 0 && items.length > 1)
			this.problems.push('A summary is not alone in its execution');
		this.summaries.push(...summaries.map((summary) => ({ ...summary, at })));
		orders.forEach((item, position) => {
			const previous = orders[position - 1];
			if (previous && isBefore(item, previous))
				this.problems.push(`Not by arrival, then ID: ${previous.id}, ${item.id}`);
			const { event, delivered, delivery, order } = item;
			const list = this.byOrder.get(item.id) ?? [];
			const version = order.sellerComment ?? null;
			const hasExternalId = Boolean(order.externalId);
			list.push({ event, at, delivered, delivery, version, hasExternalId });
			this.byOrder.set(item.id, list);
		});
		for (const { reason, message, advice, aboutOrderId } of reports) {
			if (!message || !advice) this.problems.push(`A report of ${reason} says nothing`);
			this.reports.push({ reason, aboutOrderId, message, at });
		}
	}

	/** Summaries come on their own, once a day. */
	get itemsBesideSummaries(): number {
		return this.items - this.summaries.length;
	}
}

function isBefore(one: OrderItem, other: OrderItem): boolean {
	if (one.dateCreated !== other.dateCreated) return one.dateCreated < other.dateCreated;
	return BigInt(one.id) < BigInt(other.id);
}
