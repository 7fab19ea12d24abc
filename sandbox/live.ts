/** Live mode: orders keep arriving, being edited, deleted and restored, the same for the same seed. */
import { lineTotal } from './generateOrder';
import { madeBefore } from './history';
import type { OrderRecord, SalesOrder } from './model';
import { SeededRandom } from './seededRandom';
import type { OrderChanges, World } from './world';

const HOUR = 60 * 60_000;
const TICK_MS = 250;

/** How much happens. Rates are events per hour, on average. */
export interface LiveOptions extends Record<LiveEvent, number> {
	seed: number;
	/** Milliseconds since 1970: nothing happens before. */
	startAt: number;
}

const liveEvents = ['arrivals', 'edits', 'deletions', 'restorations'] as const;
type LiveEvent = (typeof liveEvents)[number];

/** Share of edits and deletions that concern any order, not one of the newest. */
const OLD_SHARE = 0.3;

/** Defaults: a small company. */
const defaultLiveOptions: Readonly<Omit<LiveOptions, 'startAt'>> = {
	seed: 1,
	arrivals: 60,
	edits: 6,
	deletions: 4,
	restorations: 0.5,
};

/** A life that goes on as far as it is told, or by a timer. */
export class LiveTraffic {
	private readonly random: SeededRandom;
	private readonly nextTimes = new Map<LiveEvent, number>();
	private readonly options: LiveOptions;
	private timer: NodeJS.Timeout | undefined;

	constructor(
		private readonly world: World,
		options: Partial<LiveOptions> & Pick<LiveOptions, 'startAt'>,
	) {
		this.options = { ...defaultLiveOptions, ...options };
		this.random = new SeededRandom(this.options.seed, 6);
		for (const event of liveEvents) this.plan(event, this.options.startAt);
	}

	/** Lets everything happen up to an instant (milliseconds since 1970) that is not later than the sandbox's now. */
	advanceTo(instant: number): void {
		for (let event = this.next(); event && event.time <= instant; event = this.next()) {
			this.happen(event.kind, Math.floor(event.time));
			this.plan(event.kind, event.time);
		}
	}

	/** Advances by a real timer until stopped; the timer keeps no process alive. */
	start(): void {
		this.timer = setInterval(() => this.advanceTo(Date.now()), TICK_MS);
		this.timer.unref();
	}

	/** Ends the timer. */
	stop(): void {
		clearInterval(this.timer);
	}

	private plan(event: LiveEvent, from: number): void {
		const rate = this.options[event];
		this.nextTimes.set(event, rate > 0 ? from + this.random.exponential(HOUR / rate) : Infinity);
	}

	private next(): { kind: LiveEvent; time: number } | undefined {
		let first: { kind: LiveEvent; time: number } | undefined;
		for (const [kind, time] of this.nextTimes) {
			if (time < Infinity && (!first || time < first.time)) first = { kind, time };
		}
		return first;
	}

	private happen(event: LiveEvent, time: number): void {
		if (event === 'arrivals') {
			this.world.add({ dateCreated: time, mobileDateCreated: madeBefore(time, this.random) });
			return;
		}
		const order = this.someOrder(event === 'restorations' ? 'deleted' : 'created');
		if (order === undefined) return;
		if (event === 'deletions') this.world.delete(order.id, time);
		else if (event === 'restorations') this.world.restore(order.id, time);
		else this.world.edit(order.id, revised(this.world.find(order.id) as SalesOrder, this.random), time);
	}

	private someOrder(list: 'created' | 'deleted'): OrderRecord | undefined {
		const records = this.world.listed(list);
		if (records.length === 0) return undefined;
		const reach = this.random.chance(OLD_SHARE) ? records.length : Math.min(records.length, 50);
		return records[records.length - 1 - this.random.integer(0, reach - 1)];
	}
}

/** What a seller changes about an order: the comment, or the quantity of the first line. */
function revised({ items: [first, ...others] }: SalesOrder, random: SeededRandom): OrderChanges {
	if (!first || random.chance(0.5)) return { sellerComment: `Cambio ${random.integer(1, 9999)}` };
	// To the gram: adding floating-point numbers leaves a trail of digits.
	const quantity = Math.round((first.quantity + random.integer(1, 5)) * 1000) / 1000;
	const total = lineTotal(quantity, first.price);
	const line = { ...first, quantity, total: first.isReturn && total !== 0 ? -total : total };
	return { items: [line, ...others] };
}
