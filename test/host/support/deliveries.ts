/** Counts what comes out of a trigger while n8n changes around it: which orders are missing, and which came again. */
import { type Host, hasEnded, outputRows } from '../../../host';
import { eventually } from '../../support/eventually';

/** A trigger whose state another one has overwritten waits for a minute. It then polls again, also on a busy machine. */
const PATIENCE_MS = 180_000;

/** The orders that a trigger has to deliver, and how often it did. */
export class Deliveries {
	private readonly expected = new Set<number>();
	/** What each ended execution delivered, by its ID and when it began. */
	private readonly ofExecution = new Map<string, number[]>();

	/** @param endNode a node that gets what this trigger delivers, and nothing else */
	constructor(
		private readonly host: Host,
		private readonly workflowId: string,
		private readonly endNode: string,
	) {}

	/** From now on this order has to be delivered. */
	expect(orderId: number): void {
		this.expected.add(orderId);
	}

	/** Waits until every expected order is delivered. Errors: one is not within three minutes. */
	async complete(): Promise<void> {
		let missing: number[] = [];
		const isComplete = async () => {
			const counts = await this.counts();
			missing = [...this.expected].filter((id) => !counts.has(id));
			return missing.length === 0;
		};
		await eventually('every order is delivered', isComplete, PATIENCE_MS).catch((error: unknown) => {
			throw new Error(`Missing at ${this.endNode}: orders ${missing.join(', ')}`, { cause: error });
		});
	}

	/** The orders that came more than once so far, with the executions that brought them. */
	async repeated(): Promise<Array<{ orderId: number; executions: string[] }>> {
		const repeated = [...(await this.counts())].filter(([, times]) => times > 1);
		return repeated.map(([orderId]) => {
			const executions = [...this.ofExecution]
				.filter(([, ids]) => ids.includes(orderId))
				.map(([name]) => name);
			return { orderId, executions };
		});
	}

	/** The orders that came although they were not expected, such as old ones. */
	async unexpected(): Promise<number[]> {
		return [...(await this.counts()).keys()].filter((id) => !this.expected.has(id));
	}

	/** How often each order came so far, by its ID. */
	async counts(): Promise<Map<number, number>> {
		for (const { id, status, startedAt } of await this.host.executions(this.workflowId)) {
			const name = `${id} of ${startedAt}`;
			if (this.ofExecution.has(name) || !hasEnded(status)) continue;
			const rows = outputRows(await this.host.waitForExecution(id), this.endNode);
			this.ofExecution.set(
				name,
				rows.map(({ salesOrderId }) => Number(salesOrderId)),
			);
		}
		const counts = new Map<number, number>();
		for (const id of [...this.ofExecution.values()].flat()) counts.set(id, (counts.get(id) ?? 0) + 1);
		return counts;
	}
}
