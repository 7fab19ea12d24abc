/** What a user must know without reading a log: reported once when it begins (design 2, `attention`). */
import type { ZoneMismatch } from '../dates';
import { DAY_MS } from '../dates/durations';
import type { OrderListName } from '../lists/orderWindow';
import type { AttentionItem, AttentionState } from './state/state';

/** What was not noticed for so long has ended: if it begins again, it is reported again. */
const LASTS_MS = DAY_MS;

/** Where the reports go. */
export interface AttentionOptions {
	/** Whether the event Attention is chosen. Otherwise reports only go to the log. */
	isChosen: boolean;
	log(message: string): void;
}

export class Attention {
	private readonly lasting: Map<string, number>;

	private readonly waiting: AttentionItem[];

	/** @param now epoch milliseconds */
	constructor(
		private readonly state: AttentionState,
		private readonly now: number,
		private readonly options: AttentionOptions,
	) {
		this.lasting = new Map(Object.entries(state.lasting));
		this.waiting = [...state.waiting];
	}

	/** An order had all its deliveries and still has no external ID. */
	notConfirmed(id: string, deliveries: number): void {
		this.report('notConfirmed', id, {
			message: `Order ${id} still has no external ID after ${deliveries} deliveries. It is not delivered again.`,
			advice:
				"Check the executions of this workflow for the reason. Then deliver the order yourself: 'List Sales Orders' with the filter 'External ID': Missing finds it.",
			aboutOrderId: Number.isSafeInteger(Number(id)) ? Number(id) : id,
		});
	}

	/** The service reads dates in another time zone than the credential says. */
	timeZone({ zoneAssumed, message }: ZoneMismatch): void {
		this.report('timeZone', zoneAssumed, {
			message,
			advice: 'Until you change the credential, orders can arrive late, and some may never arrive.',
		});
	}

	/** The stored state was damaged: orders from after `since` (epoch milliseconds) may be delivered again. */
	stateRebuilt(since: number): void {
		this.report('stateRebuilt', String(since), {
			message: `The memory of the trigger was damaged. The trigger continues from ${new Date(since).toISOString()}.`,
			advice:
				"Orders from after that time can be delivered again, and deletions and edits from before it can be missing. Compare both systems with 'Reconcile Sales Orders'.",
		});
	}

	/** The credential leads to another service (a base URL), whose orders count after `since` (epoch milliseconds). */
	otherService(service: string, since: number): void {
		this.report('otherService', `${service} ${this.now}`, {
			message: `The credential leads to another service than before: ${service}. The trigger delivers what arrived there after ${new Date(since).toISOString()}.`,
			advice:
				'If you did not intend this, check the Base URL of the credential. Back at the former service, the trigger continues there where it stopped.',
		});
	}

	/** A list has fewer orders than its `totalCount` says, at two readings. */
	miscounted(list: OrderListName): void {
		const name = list === 'created' ? 'sales orders' : 'deleted orders';
		this.report('miscounted', list, {
			message: `The service counts more ${name} than it lists, also when the list is read again. The trigger delivers all that it lists.`,
			advice:
				"An order may be missing. Compare with the web application or with 'Reconcile Sales Orders'. If this continues, tell the provider of the service.",
		});
	}

	/** Fields have another type than the specification says, or entries of a list are not orders. */
	oddData(subject: string, message: string): void {
		this.report('oddData', subject, {
			message,
			advice:
				'The orders are delivered as the service sent them. Check what the next nodes make of these values, and tell the provider of the service.',
		});
	}

	/**
	 * What this poll reports, and the state afterwards. A report takes the place of the orders; after a poll that reported,
	 * orders come first.
	 */
	deliver(hasOrders: boolean): { items: AttentionItem[]; state: AttentionState } {
		const isTurnOfOrders = this.state.reportedLast && hasOrders;
		const items = isTurnOfOrders ? [] : this.waiting;
		// A wrong time zone is reported once, also if no orders prove it for a while.
		const lasting = [...this.lasting].filter(
			([key, noticedAt]) => key.startsWith('timeZone ') || this.now - noticedAt < LASTS_MS,
		);
		const waiting = isTurnOfOrders ? this.waiting : [];
		const state = { lasting: Object.fromEntries(lasting), waiting, reportedLast: items.length > 0 };
		return { items, state };
	}

	/** Reports something about a subject, unless it lasts since an earlier poll. */
	private report(
		reason: AttentionItem['reason'],
		subject: string,
		{
			message,
			advice,
			aboutOrderId = null,
		}: Pick<AttentionItem, 'message' | 'advice'> & Partial<AttentionItem>,
	): void {
		const key = `${reason} ${subject}`;
		const isNew = !this.lasting.has(key);
		this.lasting.set(key, this.now);
		if (!isNew) return;
		this.options.log(`${message} ${advice}`);
		if (this.options.isChosen) this.waiting.push({ reason, message, advice, aboutOrderId });
	}
}
