/** Compares what happened in the service with what n8n handed over and what reached PostgreSQL. */
import { type KillRunResult, rowKey } from './killRun';
import { type EventKey, eventKey } from './n8nRecords';

/** The counts of one kind of event. */
export interface KindCounts {
	readonly kind: 'created' | 'deleted';
	/** Events that had to be handed over. */
	readonly expected: number;
	/** Of these, in no execution; and those that no kill between n8n's two writes explains. */
	readonly missing: number;
	readonly missingUnexplained: readonly EventKey[];
	/** Events in more than one execution; and those that no kill between n8n's two writes explains. */
	readonly repeated: number;
	readonly repeatedUnexplained: readonly EventKey[];
	/** Handed over, but the kill ended every execution that held them before it wrote its rows. */
	readonly diedAfterHandOver: number;
	/** Handed over, an execution that held them succeeded, and still no row. */
	readonly withoutRow: readonly EventKey[];
	/** Events that one execution wrote more than once. */
	readonly doubledByOneExecution: readonly EventKey[];
	/** Handed over, but never happened since the activation. */
	readonly invented: readonly EventKey[];
}

const keysOf = (event: string, ids: Iterable<number>) => [...ids].map((id) => eventKey(event, id));

/** The counts of both kinds. */
export function judgeEvents(result: KillRunResult): KindCounts[] {
	return (['created', 'deleted'] as const).map((kind) => judgeKind(result, kind));
}

function judgeKind(result: KillRunResult, kind: KindCounts['kind']): KindCounts {
	const { world, batches, rows, kills } = result;
	const handedOver = handOvers(result);
	const written = new Set(rows.map(rowKey));
	const ended = new Set(batches.filter(({ status }) => status === 'success').flatMap(({ events }) => events));
	const savedOnly = new Set(kills.flatMap((kill) => kill.savedOnly));
	const startedOnly = new Set(kills.flatMap((kill) => kill.startedOnly));
	const expected = kind === 'deleted' ? keysOf(kind, world.deleted.keys()) : expectedOrders(result);
	const missing = expected.filter((key) => !handedOver.has(key));
	const ofKind = [...handedOver].filter(([key]) => key.startsWith(`${kind} `));
	const repeated = ofKind.filter(([, times]) => times > 1).map(([key]) => key);
	const withoutRow = ofKind.map(([key]) => key).filter((key) => !written.has(key));
	const perExecution = countsOf(rows.map((row) => `${rowKey(row)} ${row.execution_id}`));
	return {
		kind,
		expected: expected.length,
		missing: missing.length,
		missingUnexplained: missing.filter((key) => !savedOnly.has(key)),
		repeated: repeated.length,
		repeatedUnexplained: repeated.filter((key) => !startedOnly.has(key)),
		diedAfterHandOver: withoutRow.filter((key) => !ended.has(key)).length,
		withoutRow: withoutRow.filter((key) => ended.has(key)),
		doubledByOneExecution: [...perExecution]
			.filter(([key, times]) => times > 1 && key.startsWith(`${kind} `))
			.map(([key]) => key),
		invented: ofKind.filter(([key]) => !world[kind].has(Number(key.split(' ')[1]))).map(([key]) => key),
	};
}

/** In how many executions each event was: by what n8n stored of them, and by what they wrote. */
function handOvers({ batches, rows }: KillRunResult): Map<EventKey, number> {
	const perExecution = new Set([
		...batches.flatMap(({ executionId, events }) => events.map((key) => `${key} ${executionId}`)),
		...rows.map((row) => `${rowKey(row)} ${row.execution_id}`),
	]);
	return countsOf([...perExecution].map((entry) => entry.slice(0, entry.lastIndexOf(' '))));
}

/** So many polls with a result find every order that is there, late ones included: each second one sweeps. */
const POLLS_THAT_FIND_ALL = 4;

/**
 * An order that was deleted before a poll could see it comes as its deletion alone, which says so. What lived through
 * several polls had to be seen, whatever the deletion says.
 */
function expectedOrders(result: KillRunResult): EventKey[] {
	const unseen = unseenOrders(result);
	return keysOf(
		'created',
		[...result.world.created.keys()].filter((id) => !unseen.has(id)),
	);
}

/** Orders that were deleted before they could be handed over. */
export function unseenOrders({ world, batches }: KillRunResult): Set<number> {
	const deliveredOf = new Map(batches.flatMap(({ delivered }) => [...delivered]));
	const pollsBetween = (from: number, to: number) =>
		batches.filter(({ events, madeAt }) => events.length > 0 && madeAt >= from && madeAt <= to).length;
	const isUnseen = ([id, deletedAt]: [number, number]) =>
		deliveredOf.get(eventKey('deleted', id)) === false &&
		pollsBetween(world.created.get(id) ?? deletedAt, deletedAt) < POLLS_THAT_FIND_ALL;
	return new Set([...world.deleted].filter(isUnseen).map(([id]) => id));
}

function countsOf(keys: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
	return counts;
}

/** The counts of a run with receipts. */
export interface ReceiptCounts {
	readonly orders: number;
	readonly withoutExternalId: readonly number[];
	/** Orders that came more than once. */
	readonly redelivered: number;
	/** The most deliveries of one order. */
	readonly mostDeliveries: number;
	readonly executions: number;
	readonly failedExecutions: number;
}

/** The counts of a run with receipts. */
export function judgeReceipts(result: KillRunResult): ReceiptCounts {
	const { world, batches } = result;
	const deliveries = [...handOvers(result).values()];
	const { withoutExternalId } = world;
	return {
		orders: [...world.created.keys()].filter((id) => !world.deleted.has(id)).length,
		withoutExternalId,
		redelivered: deliveries.filter((times) => times > 1).length,
		mostDeliveries: Math.max(0, ...deliveries),
		executions: batches.filter(({ events }) => events.length > 0).length,
		failedExecutions: batches.filter(({ events, status }) => events.length > 0 && status === 'error').length,
	};
}

/** What must not be, in words; empty when the run keeps every promise. */
export function brokenPromises(result: KillRunResult): string[] {
	const { mode, engine } = result.options;
	if (result.world.created.size === 0) return ['no order arrived: nothing was tested'];
	if (mode === 'receipt') {
		const { withoutExternalId, failedExecutions } = judgeReceipts(result);
		return [
			...problem('orders without external ID', withoutExternalId),
			...(failedExecutions === 0 ? ['no execution failed: nothing was tested'] : []),
		];
	}
	return judgeEvents(result).flatMap((counts) => [
		...problem(`${counts.kind}, missing and not explained`, counts.missingUnexplained),
		...problem(`${counts.kind}, repeated and not explained`, counts.repeatedUnexplained),
		...problem(`${counts.kind}, handed over and never written`, counts.withoutRow),
		...problem(`${counts.kind}, written twice by one execution`, counts.doubledByOneExecution),
		...problem(`${counts.kind}, never happened`, counts.invented),
		...(engine.savesInOneStep && counts.missing + counts.repeated > 0
			? [
					`${counts.kind}: ${counts.missing} missing and ${counts.repeated} repeated where n8n saves in one step`,
				]
			: []),
	]);
}

function problem(what: string, found: readonly (string | number)[]): string[] {
	return found.length === 0 ? [] : [`${found.length} ${what}: ${found.join(', ')}`];
}
