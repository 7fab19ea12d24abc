/** What the simulation reads from the stored state. The only file that knows its form. */
import type { TriggerSettings } from '../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { lastRead, readingNames, type ReadingName } from '../../nodes/SalesOrderIntegration/trigger/readings';
import { OrderMemory } from '../../nodes/SalesOrderIntegration/trigger/state/orderMemory';
import type { TriggerState } from '../../nodes/SalesOrderIntegration/trigger/state/state';

export type { ReadingName };

/** Where the credential leads. */
export interface ServiceKey {
	baseUrl: string;
	credentialId: string;
}

/** Where the trigger stands at one service. Instants by the clock of the service, epoch milliseconds. */
export interface StateView {
	/** Bytes of the whole state. */
	size(): number;
	since: Record<string, number>;
	/** Start From as text, as the trigger last began with it. */
	startFrom?: string;
	/** JSON of the filters that apply now. */
	filters: string;
	polledAt: number;
	/** Of each reading, when all that it reads again was read. */
	lastRead: Record<ReadingName, number>;
	/** The dates on the phone of the orders that wait for their external ID. */
	waiting: number[];
	/** Whether an order is remembered as delivered. */
	remembers(id: string): boolean;
}

/** The state of a service in the static data of the node; undefined if there is none. */
export function stateView(
	nodeData: Record<string, unknown>,
	{ baseUrl, credentialId }: ServiceKey,
	settings: TriggerSettings,
): StateView | undefined {
	const state = nodeData.state as TriggerState | undefined;
	const service = state?.services[`${baseUrl} ${credentialId}`];
	if (!service) return undefined;
	const { coverage } = service;
	const times = readingNames.map((name) => [name, lastRead({ coverage, settings }, [name])]);
	let remembered: OrderMemory | undefined;
	return {
		size: () => JSON.stringify(state).length,
		since: service.since,
		startFrom: service.startFrom,
		filters: JSON.stringify(service.filters.at(-1)?.filters),
		polledAt: service.polledAt,
		lastRead: Object.fromEntries(times) as StateView['lastRead'],
		waiting: service.memory.waiting.map(({ mobileDateCreated }) => mobileDateCreated),
		remembers: (id) => (remembered ??= new OrderMemory(service.memory)).has(id),
	};
}

/** When the service that was polled last was polled, by its clock; undefined if there is no state. */
export function lastPolledAt(nodeData: Record<string, unknown>): number | undefined {
	const state = nodeData.state as TriggerState | undefined;
	return state?.services[state.service]?.polledAt;
}

/** The reasons of the reports that are still to be delivered. */
export function pendingReports(nodeData: { state?: unknown }): string[] {
	const { attention } = (nodeData.state ?? {}) as Partial<TriggerState>;
	return attention?.reports.map(({ reason }) => reason) ?? [];
}

/** The memory of a poll: another one means that the poll has moved it. */
export function memoryMark(nodeData: Record<string, unknown>): unknown {
	return nodeData.state;
}
