/** What n8n has on disk: the batches it turned into executions, and the events that the trigger remembers. */
import { parse } from 'flatted';
import type { INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

import type { Host } from '../../host';
import { unpack } from '../../nodes/SalesOrderIntegration/trigger/state/orderMemory';
import type { StoredMemory } from '../../nodes/SalesOrderIntegration/trigger/state/orderMemory';
import { stateSchema } from '../../nodes/SalesOrderIntegration/trigger/state/state';
import { TRIGGER } from './killWorkflows';

/** One event, as `created 1001`. */
export type EventKey = string;

/** One execution with the events that the trigger handed to it. */
export interface Batch {
	readonly executionId: number;
	readonly status: string;
	/** When n8n made it, milliseconds since 1970. */
	readonly madeAt: number;
	readonly events: readonly EventKey[];
	/** Of the deleted orders among them: what `delivered` said. */
	readonly delivered: ReadonlyMap<EventKey, boolean>;
}

interface ExecutionRow {
	id: number;
	status: string;
	/** UTC, without saying so. */
	createdAt: string;
	data: string | null;
}

/** The name of an event. */
export function eventKey(event: string, orderId: unknown): EventKey {
	return `${event} ${String(orderId)}`;
}

/** Reads the executions of a workflow as n8n has stored them. */
export class BatchReader {
	/** Executions that a kill cut off, as they were then: n8n's recovery empties them at the next start. */
	private readonly cutOff = new Map<number, Batch>();

	constructor(
		private readonly host: Host,
		private readonly workflowId: string,
	) {}

	/** Every execution. To be called after each kill, before n8n starts again. */
	async read(): Promise<Batch[]> {
		const rows = await this.host.databaseRows<ExecutionRow>(
			`SELECT e.id, e.status, e.createdAt, d.data FROM execution_entity e
			LEFT JOIN execution_data d ON d.executionId = e.id WHERE e.workflowId = ? ORDER BY e.id`,
			[this.workflowId],
		);
		return rows.map((row) => {
			const before = this.cutOff.get(Number(row.id));
			if (before) return { ...before, status: row.status };
			const batch = batchOf(row);
			if (isUnderWay(batch)) this.cutOff.set(batch.executionId, batch);
			return batch;
		});
	}
}

/** Whether n8n had not come to the end of an execution. */
export function isUnderWay({ status }: Batch): boolean {
	return status === 'running' || status === 'new';
}

function batchOf({ id, status, createdAt, data }: ExecutionRow): Batch {
	const items = data ? handedOver(parse(data) as IRunExecutionData) : [];
	const keyed = items.map(({ json }) => ({ json, key: eventKey(String(json.event), json.salesOrderId) }));
	const deletions = keyed.filter(({ json }) => json.event === 'deleted');
	return {
		executionId: Number(id),
		status,
		madeAt: Date.parse(`${createdAt.replace(' ', 'T')}Z`),
		events: keyed.map(({ key }) => key),
		delivered: new Map(deletions.map(({ key, json }) => [key, Boolean(json.delivered)])),
	};
}

/** The trigger's output; of an execution that has not come so far, what it was started with. */
function handedOver({ resultData, executionData }: IRunExecutionData): INodeExecutionData[] {
	const given = resultData.runData[TRIGGER]?.flatMap((run) => run.data?.main?.[0] ?? []);
	if (given && given.length > 0) return given;
	const waiting = executionData?.nodeExecutionStack.filter(({ node }) => node.name === TRIGGER) ?? [];
	return waiting.flatMap(({ data }) => data.main?.[0] ?? []);
}

/** What the state that n8n has saved remembers. */
export class Remembered {
	private readonly ids: string[];

	private constructor(private readonly memory: StoredMemory) {
		const notDelivered = new Set(memory.notDelivered);
		this.ids = [...unpack(memory.orders).keys()].filter((id) => !notDelivered.has(id));
	}

	/** Reads it; n8n may be down. Undefined: nothing has been saved yet. */
	static async read(host: Host, workflowId: string): Promise<Remembered | undefined> {
		const { state } = (await host.staticData(workflowId))[`node:${TRIGGER}`] ?? {};
		if (state === undefined) return undefined;
		const { service, services } = stateSchema.parse(state);
		const { memory } = services[service] ?? {};
		return memory && new Remembered(memory);
	}

	/** Events that count as delivered. */
	events(): EventKey[] {
		return [
			...this.ids.map((id) => eventKey('created', id)),
			...Object.keys(this.memory.deletions).map((id) => eventKey('deleted', id)),
		];
	}

	/** Whether the event will not be delivered again. */
	holds(key: EventKey): boolean {
		const [event, id = ''] = key.split(' ');
		return event === 'created' ? this.ids.includes(id) : id in this.memory.deletions;
	}
}
