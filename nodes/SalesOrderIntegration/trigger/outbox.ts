/** What a poll has found, and which of it is delivered: every part of the poll gets its share (design 4). */
import { byArrival } from './trackedOrder';
import type { FoundItem, OrderItem } from './trackedOrder';
import type { TaskName, UnderWay } from './state/state';

/** One complete window of a reading. */
export interface FoundWindow {
	items: FoundItem[];
	/** Where the reading stands once all items are delivered; undefined: at its end. */
	next?: UnderWay;
	/** False where the list did not settle: the items are delivered, and the reading stays where it is. */
	isComplete: boolean;
}

/** What is delivered. */
export interface Delivery {
	items: OrderItem[];
	/** The last window of each reading that is passed: all before it is read and delivered. */
	passed: Map<TaskName, FoundWindow>;
	/** Parts of the poll of which nothing could be delivered although they found something. */
	gotNothing: TaskName[];
}

export class Outbox {
	private readonly windows = new Map<TaskName, FoundWindow[]>();

	private readonly found = new Set<string>();

	/** Orders whose deletion was found: the same poll does not deliver them as created. */
	private readonly deleted = new Set<string>();

	/**
	 * @param quota the most items that may be delivered
	 * @param roomForPending the most orders that may begin to wait for their external ID
	 */
	constructor(
		private readonly quota: number,
		private readonly roomForPending = Infinity,
	) {}

	/** Adds a window. An item that another part of the poll has found already is left out. */
	add(task: TaskName, window: FoundWindow): void {
		const items = window.items.filter(({ item }) => !this.found.has(keyOf(item)));
		for (const { item } of items) {
			this.found.add(keyOf(item));
			if (item.event === 'deleted') this.deleted.add(item.id);
		}
		const windows = this.windows.get(task) ?? [];
		windows.push({ ...window, items: items.sort((one, other) => byArrival(one.item, other.item)) });
		this.windows.set(task, windows);
	}

	/** Whether an item was found, by whichever part of the poll. */
	hasFound(event: OrderItem['event'], id: string): boolean {
		return this.found.has(keyOf({ event, id }));
	}

	/** Whether a part of the poll has found as much as may be delivered at most. */
	isFull(task: TaskName): boolean {
		const found = (this.windows.get(task) ?? []).reduce((sum, { items }) => sum + items.length, 0);
		return found >= this.quota;
	}

	/** Whether a part of the poll has read a window. */
	hasRead(task: TaskName): boolean {
		return this.windows.has(task);
	}

	/** How many windows were read. */
	get size(): number {
		return this.all.length;
	}

	/** Whether anything was found. */
	get hasItems(): boolean {
		return this.all.some(({ items }) => items.length > 0);
	}

	/** Whether a reading moved on, but not to its end. */
	get isPartlyRead(): boolean {
		return [...this.windows.values()].some(
			(windows) => windows.findLast(({ isComplete }) => isComplete)?.next !== undefined,
		);
	}

	/** Delivers one item of each part in turn, until the quota is used up. */
	deliver(tasks: TaskName[]): Delivery {
		const queues = tasks.map((task) => ({ task, items: this.itemsOf(task), taken: 0 }));
		let { quota, roomForPending } = this;
		for (let isAnyTaken = true; isAnyTaken;) {
			isAnyTaken = false;
			for (const queue of queues) {
				const next = queue.items[queue.taken];
				const begins = next?.item.delivery === 1 ? 1 : 0;
				if (!next || quota === 0 || begins > roomForPending) continue;
				queue.taken++;
				quota--;
				roomForPending -= begins;
				isAnyTaken = true;
			}
		}
		const delivered = queues.flatMap(({ items, taken }) => items.slice(0, taken));
		for (const { remember } of delivered) remember();
		return {
			items: delivered.map(({ item }) => item).sort(byArrival),
			passed: new Map(
				queues.flatMap(({ task, taken }) => {
					const window = this.lastPassed(task, taken);
					return window ? [[task, window]] : [];
				}),
			),
			gotNothing: queues
				.filter(({ items, taken }) => taken === 0 && items.length > 0)
				.map(({ task }) => task),
		};
	}

	private get all(): FoundWindow[] {
		return [...this.windows.values()].flat();
	}

	private itemsOf(task: TaskName): FoundItem[] {
		return (this.windows.get(task) ?? []).flatMap((window) => this.deliverable(window));
	}

	private deliverable({ items }: FoundWindow): FoundItem[] {
		return items.filter(({ item }) => item.event === 'deleted' || !this.deleted.has(item.id));
	}

	private lastPassed(task: TaskName, taken: number): FoundWindow | undefined {
		let passed: FoundWindow | undefined;
		let left = taken;
		for (const window of this.windows.get(task) ?? []) {
			left -= this.deliverable(window).length;
			if (left < 0 || !window.isComplete) break;
			passed = window;
		}
		return passed;
	}
}

function keyOf({ event, id }: Pick<OrderItem, 'event' | 'id'>): string {
	return `${event} ${id}`;
}
