/** What the user is told besides orders: what needs attention, once when it begins, and a sign of life once a day. */
import { DAY_MS } from '../dates/durations';
import { asText, type ReportReason, type ReportText } from '../errors/reportTexts';
import { POLL_TOLERANCE_MS } from './budget';
import type { FailingPart } from './known';
import type { AttentionState, Report, ServiceState, TriggerState } from './state/state';
import type { OrderItem } from './trackedOrder';

/** What was not noticed for this long has ended: if it begins again, it is reported again. */
const LASTS_MS = DAY_MS;

/** The reports of one poll. */
export class Attention {
	/** When each was last noticed; Infinity for what this poll has noticed. */
	private readonly lasting: Map<string, number>;
	/** What is still to be delivered. */
	readonly reports: Report[];

	/**
	 * @param service base URL and credential ID: what lasts at one service says nothing of another
	 * @param isChosen whether the event Attention Needed is chosen; otherwise reports only go to the log
	 */
	constructor(
		stored: AttentionState,
		private readonly service: string,
		private readonly isChosen: boolean,
		private readonly log: (message: string) => void,
	) {
		// Nothing of them is kept while the event is not chosen: what lasts is news when it is.
		this.lasting = new Map(isChosen ? Object.entries(stored.lasting) : []);
		this.reports = isChosen ? [...stored.reports] : [];
	}

	/** Reports something about a subject, unless it has lasted since an earlier poll. */
	report(reason: ReportReason, subject: string, { message, advice }: ReportText, orderId?: string): void {
		const key = this.keyOf(reason, subject);
		const isNew = !this.lasting.has(key);
		this.lasting.set(key, Infinity);
		if (!isNew) return;
		this.log(`${message} ${advice}`);
		// A text such as 007 is another ID than the number.
		const isNumber = orderId === String(Number(orderId)) && Number.isSafeInteger(Number(orderId));
		const aboutOrderId = isNumber ? Number(orderId) : (orderId ?? null);
		if (this.isChosen) this.reports.push({ reason, message, advice, aboutOrderId });
	}

	/** Something has ended: if it begins again, it is reported again. */
	ended(reason: ReportReason, subject: string): void {
		this.lasting.delete(this.keyOf(reason, subject));
	}

	/**
	 * The state after this poll. A wrong time zone is reported once, even if no orders prove it for a while. An order that
	 * is reported as not confirmed waits no longer: there may be thousands.
	 *
	 * @param now by the clock of the service, as the poll has learned it, epoch milliseconds
	 */
	toState(now: number): AttentionState {
		if (!this.isChosen) return { lasting: {}, reports: [] };
		const lasting = [...this.lasting]
			.map(([key, noticedAt]) => [key, noticedAt === Infinity ? now : noticedAt] as const)
			.filter(([key, noticedAt]) => key.startsWith('timeZone ') || Math.abs(now - noticedAt) < LASTS_MS)
			.filter(([key]) => !key.startsWith('notConfirmed '));
		return { lasting: Object.fromEntries(lasting), reports: this.reports };
	}

	private keyOf(reason: ReportReason, subject: string): string {
		return `${reason} ${this.service} ${subject}`;
	}
}

/** If a list cannot be read at all, all its parts fail; if a reading cannot, so do the hours that it has left out. */
export function withoutTheirParts(failing: FailingPart[]): FailingPart[] {
	const failsWith = ({ name, list }: FailingPart, other: FailingPart) =>
		(other.name === `${list}Near` && name !== other.name) || name === `${other.name}Unreadable`;
	return failing.filter((part) => !failing.some((other) => failsWith(part, other)));
}

type Summary = TriggerState['summary'];

/** What the workflow receives once a day, with times as ISO in UTC; beside this, a count for each event of orders. */
export interface SummaryItem {
	event: 'summary';
	message: string;
	since: string;
	until: string;
	/** Orders that arrived and did not match the filters. */
	heldBack: number;
	/** Orders that wait for their external ID. */
	waiting: number;
}

/** The counts after a round that delivers its items. */
export function counted(
	{ since, items, heldBack }: Summary,
	round: { items: OrderItem[]; heldBack: number; before: { begun: number } },
): Summary {
	const counts = { ...items };
	const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
	for (const { event, delivery = 1, dateCreated } of round.items) {
		count(event);
		// What Start From puts before the orders of today.
		if (event === 'created' && delivery === 1 && dateCreated < round.before.begun) count('earlier');
	}
	return { since, items: counts, heldBack: heldBack + round.heldBack };
}

/** The summary since the last one, when 24 hours have passed by the clock of the service; undefined before. */
export function dueSummary(
	{ since, items, heldBack }: Summary,
	{ polledAt, memory, begun }: ServiceState,
	orderEvents: string[],
	failing: FailingPart[],
): SummaryItem | undefined {
	// A clock may have been ahead at the last one.
	if (Math.abs(polledAt - since) < DAY_MS - POLL_TOLERANCE_MS) return undefined;
	const waiting = memory.waiting.length;
	const counts = orderEvents.map((event) => [event, items[event] ?? 0] as const);
	const delivered = counts.map(([event, count]) => `${count} ${event}`).join(', ');
	const early = items.earlier ? ` (${items.earlier} that arrived before ${asText(begun)})` : '';
	const troubles = withoutTheirParts(failing).map(
		({ what, since }) => ` ${what} could not be read since ${asText(since)}.`,
	);
	return {
		event: 'summary',
		message: `Since ${asText(since)}: ${delivered} items delivered${early}, ${heldBack} held back by filters, ${waiting} waiting for an external ID.${troubles.join('')}`,
		since: asText(since),
		until: asText(polledAt),
		...Object.fromEntries(counts),
		heldBack,
		waiting,
	};
}
