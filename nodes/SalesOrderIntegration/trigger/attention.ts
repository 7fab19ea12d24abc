/** What a user must know without reading a log: reported once when it begins (design 2, `attention`). */
import type { ZoneMismatch } from '../dates';
import { DAY_MS } from '../dates/durations';
import type { OrderListName } from '../lists/orderWindow';
import type { AttentionItem, AttentionState } from './state/state';

/** What was not noticed for so long has ended: if it begins again, it is reported again. */
const LASTS_MS = DAY_MS;

/** A wrong time zone is reported once, also if no orders prove it for a while. */
const TIME_ZONE = 'timeZone ';

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
		this.report(`notConfirmed ${id}`, {
			reason: 'notConfirmed',
			message: `Order ${id} still has no external ID after ${deliveries} deliveries. It is not delivered again.`,
			advice:
				"Check the executions of this workflow for the reason. Then deliver the order yourself: 'List Sales Orders' with the filter 'External ID': Missing finds it.",
			aboutOrderId: Number.isSafeInteger(Number(id)) ? Number(id) : id,
		});
	}

	/** The service reads dates in another time zone than the credential says. */
	timeZone({ zoneAssumed, message }: ZoneMismatch): void {
		this.report(TIME_ZONE + zoneAssumed, {
			reason: 'timeZone',
			message,
			advice: 'Until you change the credential, orders can arrive late, and some may never arrive.',
			aboutOrderId: null,
		});
	}

	/**
	 * The stored state was damaged.
	 *
	 * @param since from when on orders may be delivered again, epoch milliseconds
	 */
	stateRebuilt(since: number): void {
		this.report(`stateRebuilt ${since}`, {
			reason: 'stateRebuilt',
			message: `The memory of the trigger was damaged. The trigger continues from ${new Date(since).toISOString()}.`,
			advice:
				"Orders from after that time can be delivered again, and deletions and edits from before it can be missing. Compare both systems with 'Reconcile Sales Orders'.",
			aboutOrderId: null,
		});
	}

	/**
	 * The credential leads to another service than at the last poll.
	 *
	 * @param service base URL
	 * @param since from when on orders of that service are delivered, epoch milliseconds
	 */
	otherService(service: string, since: number): void {
		this.report(`otherService ${service} ${this.now}`, {
			reason: 'otherService',
			message: `The credential leads to another service than before: ${service}. The trigger delivers what arrived there after ${new Date(since).toISOString()}.`,
			advice:
				'If you did not intend this, check the Base URL of the credential. Back at the former service, the trigger continues there where it stopped.',
			aboutOrderId: null,
		});
	}

	/** A list has fewer orders than its `totalCount` says, at two readings. */
	miscounted(list: OrderListName): void {
		const name = list === 'created' ? 'sales orders' : 'deleted orders';
		this.report(`miscounted ${list}`, {
			reason: 'miscounted',
			message: `The service counts more ${name} than it lists, also when the list is read again. The trigger delivers all that it lists.`,
			advice:
				"An order may be missing. Compare with the web application or with 'Reconcile Sales Orders'. If this continues, tell the provider of the service.",
			aboutOrderId: null,
		});
	}

	/** Fields have another type than the specification says, or entries of a list are not orders. */
	oddData(subject: string, message: string): void {
		this.report(`oddData ${subject}`, {
			reason: 'oddData',
			message,
			advice:
				'The orders are delivered as the service sent them. Check what the next nodes make of these values, and tell the provider of the service.',
			aboutOrderId: null,
		});
	}

	/** Whether this poll reports instead of delivering orders. After a poll that reported, orders come first. */
	isReportDue(hasOrders: boolean): boolean {
		return this.waiting.length > 0 && !(this.state.reportedLast && hasOrders);
	}

	/** The items to report, and the state after they are delivered. */
	deliver(): { items: AttentionItem[]; state: AttentionState } {
		return { items: this.waiting, state: { ...this.next(), waiting: [], reportedLast: true } };
	}

	/** The state after a poll that delivers orders. */
	next(): AttentionState {
		const recent = [...this.lasting].filter(
			([key, noticedAt]) => key.startsWith(TIME_ZONE) || this.now - noticedAt < LASTS_MS,
		);
		return { lasting: Object.fromEntries(recent), waiting: this.waiting, reportedLast: false };
	}

	private report(key: string, item: AttentionItem): void {
		const isNew = !this.lasting.has(key);
		this.lasting.set(key, this.now);
		if (!isNew) return;
		this.options.log(`${item.message} ${item.advice}`);
		if (this.options.isChosen) this.waiting.push(item);
	}
}
