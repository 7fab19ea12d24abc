/** One run: a real n8n on a living service, killed again and again, then left alone until all is quiet. */
import { setTimeout as sleep } from 'node:timers/promises';

import { type Engine, engineNames, startPostgres } from '../../host';
import { type ServiceHost, startServiceHost } from '../../host/serviceHost';
import { LiveTraffic, type RequestLog } from '../../sandbox';
import { SeededRandom } from '../../sandbox/seededRandom';
import { MINUTE } from '../support/time';
import { type KillMoment, nextKillMoment, waitForKillMoment } from './killMoments';
import {
	createLogTable,
	loggingWorkflow,
	type LogRow,
	logRows,
	postgresCredentialData,
	receiptWorkflow,
	refuseAThird,
} from './killWorkflows';
import { type Batch, BatchReader, type EventKey, eventKey, isUnderWay, Remembered } from './n8nRecords';

/** `receipt`: delivery until external ID, with a table that refuses a third of the executions. */
export const killModes = ['once', 'receipt'] as const;
export type KillMode = (typeof killModes)[number];

/** What to run. */
export interface KillRunOptions {
	readonly mode: KillMode;
	readonly engine: Engine;
	readonly kills: number;
	readonly seed: number;
	/** No more kills after so many minutes. */
	readonly maxMinutes: number;
	/** How long n8n is left alone in the end: several polls and sweeps. */
	readonly calmMinutes: number;
	/** Told what happens. */
	say(line: string): void;
}

/** What n8n's disk showed right after a kill. */
export interface KillRecord {
	readonly number: number;
	readonly at: Date;
	readonly moment: KillMoment;
	/** Executions that the kill cut off. */
	readonly cutOff: readonly number[];
	/** First write done, second not: the state remembers them, no execution holds them. */
	readonly savedOnly: readonly EventKey[];
	/** Second write done, first not: an execution holds them, the state does not remember them. */
	readonly startedOnly: readonly EventKey[];
}

/** What the service saw happen while the workflow was active. */
export interface WorldRecord {
	/** Order ids with the time of the event, milliseconds since 1970. */
	readonly created: ReadonlyMap<number, number>;
	readonly deleted: ReadonlyMap<number, number>;
	/** Orders that are not deleted, without external ID. */
	readonly withoutExternalId: readonly number[];
}

/** All that a verdict needs. */
export interface KillRunResult {
	readonly options: KillRunOptions;
	readonly kills: readonly KillRecord[];
	readonly world: WorldRecord;
	readonly batches: readonly Batch[];
	readonly rows: readonly LogRow[];
	/** Bursts of requests that the service saw. */
	readonly polls: number;
	readonly minutes: number;
}

/** Per hour: about a dozen orders and two deletions a minute, so that nearly every poll has something to lose. */
const traffic = { arrivals: 720, deletions: 120, edits: 60, restorations: 0 };
/** Whole lists on one page: how lists are read page by page is tested elsewhere. */
const ONE_PAGE = 5_000;
/** Requests of one poll follow each other within this. */
const BURST_GAP_MS = 2_000;
/** An order that the table refuses five times in a row, as it does one in 243, is delivered within half an hour. */
const REFUSALS_END_MS = 30 * MINUTE;
/** The service's times are whole seconds: an order of the second of the activation could count as an old one. */
const AFTER_ACTIVATION_MS = 2_000;

/** Runs it all. Errors: anything but a kill that keeps n8n from working. */
export async function runKills(options: KillRunOptions): Promise<KillRunResult> {
	const { mode, engine, seed, say } = options;
	const postgres = await startPostgres();
	let running: ServiceHost | undefined;
	try {
		running = await startServiceHost({
			engine: engine.name,
			sandbox: { seed, orders: { count: 150, days: 6 }, switches: { pageSize: ONE_PAGE } },
		});
		const { host, sandbox, credential } = running;
		await createLogTable(postgres);
		if (mode === 'receipt') await refuseAThird(postgres, seed);
		const target = await host.createCredential('postgres', 'Log', postgresCredentialData(postgres));
		const workflow = mode === 'receipt' ? receiptWorkflow : loggingWorkflow;
		const { id } = await host.createWorkflow(workflow(credential, target));
		await host.activateWorkflow(id);
		await sleep(AFTER_ACTIVATION_MS);
		const began = Date.now();
		const world = watchWorld(running);
		const live = new LiveTraffic(sandbox.world, { ...traffic, seed, startAt: began });
		live.start();
		say('the workflow is active, orders arrive');
		const batches = new BatchReader(host, id);
		const kills = await killRepeatedly(running, id, batches, options);
		live.stop();
		say(`${kills.length} kills; ${options.calmMinutes} calm minutes follow`);
		await sleep(options.calmMinutes * MINUTE);
		const patienceEnds = Date.now() + REFUSALS_END_MS;
		const isWaiting = () => mode === 'receipt' && world().withoutExternalId.length > 0;
		while (isWaiting() && Date.now() < patienceEnds) await sleep(10_000);
		await host.deactivateWorkflow(id);
		return {
			options,
			kills,
			world: world(),
			batches: await batches.read(),
			rows: await logRows(postgres),
			polls: bursts(sandbox.log),
			minutes: (Date.now() - began) / MINUTE,
		};
	} finally {
		await running?.stop();
		await postgres.stop();
	}
}

async function killRepeatedly(
	{ host, sandbox }: ServiceHost,
	workflowId: string,
	reader: BatchReader,
	{ mode, engine, kills, seed, maxMinutes, say }: KillRunOptions,
): Promise<KillRecord[]> {
	const random = new SeededRandom(
		seed,
		killModes.indexOf(mode) * engineNames.length + engineNames.indexOf(engine.name),
	);
	const records: KillRecord[] = [];
	const known = new Set<EventKey>();
	const deadline = Date.now() + maxMinutes * MINUTE;
	while (records.length < kills && Date.now() < deadline) {
		const moment = nextKillMoment(random);
		await waitForKillMoment(moment, sandbox.log);
		const at = new Date();
		await host.kill();
		const batches = await reader.read();
		const remembered = await Remembered.read(host, workflowId);
		const started = new Set(batches.flatMap(({ events }) => events));
		// What an earlier kill did to an event stays visible; it counts once.
		const firstSeen = (keys: EventKey[]) => keys.filter((key) => !known.has(key) && known.add(key));
		const record: KillRecord = {
			number: records.length + 1,
			at,
			moment,
			cutOff: batches.filter(isUnderWay).map(({ executionId }) => executionId),
			savedOnly: firstSeen(remembered?.events().filter((key) => !started.has(key)) ?? []),
			startedOnly: firstSeen([...started].filter((key) => !remembered?.holds(key))),
		};
		records.push(record);
		say(describeKill(record));
		await host.restart();
	}
	return records;
}

function describeKill({ number, at, moment, cutOff, savedOnly, startedOnly }: KillRecord): string {
	const found = [
		...(cutOff.length > 0 ? [`executions cut off: ${cutOff.join(', ')}`] : []),
		...(savedOnly.length > 0 ? [`state saved, no execution: ${savedOnly.join(', ')}`] : []),
		...(startedOnly.length > 0 ? [`execution there, state not saved: ${startedOnly.join(', ')}`] : []),
	];
	return [`kill ${number} at ${at.toISOString()}, ${moment.afterMs} ms after ${moment.aim}`, ...found].join(
		'; ',
	);
}

/** Notes what happens from now on; gives a function that tells. */
function watchWorld({ sandbox: { world } }: ServiceHost): () => WorldRecord {
	const created = new Map<number, number>();
	const deleted = new Map<number, number>();
	const unsubscribe = world.subscribe(({ kind, id, time }) => {
		if (kind === 'arrived') created.set(Number(id), time);
		if (kind === 'deleted') deleted.set(Number(id), time);
	});
	return () => {
		unsubscribe();
		const isOpen = (id: number) => !deleted.has(id) && !world.record(id)?.externalId;
		return { created, deleted, withoutExternalId: [...created.keys()].filter(isOpen) };
	};
}

function bursts({ entries }: RequestLog): number {
	const reads = entries.filter(({ method }) => method === 'GET').map(({ time }) => time);
	return reads.filter((time, index) => time - (reads[index - 1] ?? -Infinity) > BURST_GAP_MS).length;
}

/** The event of a row. */
export function rowKey({ event, order_id }: LogRow): EventKey {
	return eventKey(event, order_id);
}
