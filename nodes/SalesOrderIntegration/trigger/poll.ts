/**
 * One poll as a function: from the settings, the state, the time and the responses of the service to what is delivered
 * and the next state (design 4). Knows nothing of n8n.
 */
import { asFailure } from '../errors/failures';
import type { ServiceFailure } from '../errors/failures';
import type { FailureKind } from '../errors/failureTable';
import type { Client } from '../http/client';
import { checkTimeZone } from '../lists/checkTimeZone';
import type { Attention } from './attention';
import { Budget } from './budget';
import { takeItems } from './events';
import { Outbox } from './outbox';
import type { Delivery } from './outbox';
import { begin, forgettable, isDue, isWanted, listOf } from './readings';
import { readWindows } from './readWindows';
import { hasDue, MAX_PENDING, redeliver } from './redelivery';
import type { PollSession } from './session';
import { filterOf } from './settings';
import type { TriggerSettings } from './settings';
import { OrderMemory } from './state/orderMemory';
import { readingNames, taskNames } from './state/state';
import type { ReadingName, ServiceState, TaskName, UnderWay } from './state/state';
import type { OrderItem, TrackedOrder } from './trackedOrder';

/** What a poll is given. */
export interface PollInput {
	/** Its timing says what time it is. */
	client: Client;
	settings: TriggerSettings;
	/** Is not changed. */
	state: ServiceState;
	attention: Attention;
	/** When the poll must have ended, epoch milliseconds. */
	deadline: number;
	/** How many polls before this one have failed in a row. */
	failedPolls: number;
	/** For what belongs into the log of n8n. */
	log(message: string): void;
}

/** What a poll leads to. */
export interface PollResult {
	/** By arrival, then ID. */
	items: OrderItem[];
	/** Replaces the old state if, and only if, the items are delivered. */
	state: ServiceState;
}

/** A part of the poll: it reads for as long as it may, and says whether more could be read. */
interface Task {
	name: TaskName;
	read(until: number): Promise<void>;
	isFinished(): boolean;
}

/**
 * Polls once: everything that is due, each with its share of the time and of `maxOrdersPerRun`. The rest is left to the
 * next poll.
 *
 * @throws ServiceFailure if the service fails and nothing was read completely
 */
export async function poll(input: PollInput): Promise<PollResult> {
	const session = openSession(input);
	const positions = new Map<ReadingName, UnderWay>();
	const tasks = dueTasks(session, positions, input.failedPolls);
	const { failure, untried } = await readInTurn(session, tasks);
	if (failure && !isWorthKeeping(session, failure)) throw failure;
	if (failure) input.log(`${failure.message}. What was read is kept, and the next poll continues.`);
	const delivery = session.outbox.deliver(tasks.map(({ name }) => name));
	await checkZone(session, delivery);
	return { items: delivery.items, state: nextState(session, { delivery, positions, untried }) };
}

function openSession({ client, settings, state, attention, deadline }: PollInput): PollSession {
	const budget = new Budget(client.timing, deadline);
	const memory = new OrderMemory(state);
	// Whichever of the two clocks is ahead: what is read from now on had arrived by then.
	const began = client.timing.now() + Math.min(0, state.clockOffsetMs);
	return {
		client: { ...client, deadline, transport: budget.counting(client.transport) },
		settings,
		state,
		began,
		memory,
		budget,
		outbox: new Outbox(settings.maxOrdersPerRun, MAX_PENDING - memory.pending.size),
		attention,
		filters: state.filters.map(({ since, filters }) => ({ since, filter: filterOf(filters) })),
		dueSeen: new Map(),
	};
}

/**
 * What is due, in the usual sequence, except that what got nothing of the last poll comes first. After a poll that failed,
 * another one begins: a list that hangs must not keep the others waiting, and a failed poll cannot save whose turn it is.
 */
function dueTasks(session: PollSession, positions: Map<ReadingName, UnderWay>, failedPolls: number): Task[] {
	const { state, settings, began } = session;
	const due: Task[] = readingNames
		.filter((name) => isDue(name, state, settings, began))
		.map((name) => readingTask(session, name, positions));
	if (hasDue(session)) due.push(redeliveryTask(session));
	const first = state.comesFirst.flatMap((name) => due.find((task) => task.name === name) ?? []);
	const inTurn = [...first, ...due.filter((task) => !first.includes(task))];
	const turn = failedPolls % inTurn.length;
	return [...inTurn.slice(turn), ...inTurn.slice(0, turn)];
}

function readingTask(session: PollSession, name: ReadingName, positions: Map<ReadingName, UnderWay>): Task {
	const { state, settings, began } = session;
	const position = structuredClone(state.readings[name].underWay ?? begin(name, state, settings, began));
	positions.set(name, position);
	const list = listOf[name];
	return {
		name,
		read: async (until) => {
			const take = (orders: TrackedOrder[]) => takeItems(session, list, orders);
			await readWindows(session, { task: name, list, position, take }, until);
		},
		isFinished: () => position.spans.length === 0 || session.outbox.isFull(name),
	};
}

function redeliveryTask(session: PollSession): Task {
	let isFinished = false;
	return {
		name: 'redelivery',
		read: async (until) => {
			isFinished = await redeliver(session, until);
		},
		isFinished: () => isFinished,
	};
}

/** Failures that concern more than one list: nothing else of this poll would succeed. */
const CONCERNS_ALL: readonly FailureKind[] = [
	'unauthorized',
	'forbidden',
	'redirect',
	'rateLimited',
	'notSent',
	'connectionLost',
	'connectionRefused',
	'unknownHost',
	'tls',
	'outOfTime',
	'cancelled',
];

/**
 * Lets the tasks read, each for its share of the time that is left, and again for as long as time is left over.
 *
 * @returns the first failure, and the tasks that never had their turn
 */
async function readInTurn(
	session: PollSession,
	tasks: Task[],
): Promise<{ failure?: ServiceFailure; untried: TaskName[] }> {
	const { budget, outbox } = session;
	const untried = new Set(tasks.map(({ name }) => name));
	let failure: ServiceFailure | undefined;
	let unfinished = tasks;
	while (unfinished.length > 0) {
		const before = outbox.size;
		const failed = new Set<Task>();
		for (const [index, task] of unfinished.entries()) {
			if (!budget.hasTime) return { failure, untried: [...untried] };
			const error = await task
				.read(budget.endOfShare(unfinished.length - index))
				.then(() => undefined, asFailure);
			// Whoever found the limit used up has not had its turn.
			if (error?.kind !== 'rateLimited' || outbox.hasRead(task.name)) untried.delete(task.name);
			if (!error) continue;
			failure ??= error;
			failed.add(task);
			if (CONCERNS_ALL.includes(error.kind)) return { failure, untried: [...untried] };
		}
		unfinished = unfinished.filter((task) => !failed.has(task) && !task.isFinished());
		if (outbox.size === before) break;
	}
	return { failure, untried: [...untried] };
}

/** Whether a poll that failed is kept as far as it came, instead of being repeated from where it began. */
function isWorthKeeping({ outbox }: PollSession, { kind }: ServiceFailure): boolean {
	if (outbox.hasItems || outbox.isPartlyRead) return true;
	return (kind === 'rateLimited' || kind === 'outOfTime') && outbox.size > 0;
}

/** Whenever late orders were looked for, the time zone is checked as well. */
async function checkZone(
	{ client, settings, attention, budget }: PollSession,
	{ passed }: Delivery,
): Promise<void> {
	const isSwept = passed.has('createdFar') && passed.get('createdFar')?.next === undefined;
	if (!isSwept || !settings.checkTimeZone || !budget.hasTime) return;
	const mismatch = await checkTimeZone(client).catch((error: unknown) => void asFailure(error));
	if (mismatch) attention.timeZone(mismatch);
}

interface Outcome {
	delivery: Delivery;
	/** How far each reading came, delivered or not. */
	positions: Map<ReadingName, UnderWay>;
	untried: TaskName[];
}

function nextState(session: PollSession, { delivery, positions, untried }: Outcome): ServiceState {
	const { state, settings, memory, client, began } = session;
	const readings = { ...state.readings };
	// An event that is chosen later counts from then on.
	for (const name of readingNames) if (!isWanted(name, state)) readings[name] = { lastBegan: began };
	for (const [name, { began: readingBegan, windowMs }] of positions) {
		const { lastBegan, underWay = begin(name, state, settings, began) } = state.readings[name];
		const window = delivery.passed.get(name);
		if (window && !window.next) readings[name] = { lastBegan: readingBegan };
		else if (window?.next) readings[name] = { lastBegan, underWay: { ...window.next, windowMs } };
		else if (windowMs !== undefined) readings[name] = { lastBegan, underWay: { ...underWay, windowMs } };
	}
	const next = { ...state, readings };
	const { orders, deletions } = forgettable(next, settings, state.polledAt);
	memory.forget(orders, deletions);
	const remembered = memory.toStored();
	const starved = [...untried, ...delivery.gotNothing];
	// Whoever has waited longest comes first.
	const comesFirst = [...state.comesFirst, ...taskNames].filter((name) => starved.includes(name));
	return {
		...next,
		...remembered,
		polledAt: began,
		clockOffsetMs: client.clock.offsetMs ?? state.clockOffsetMs,
		comesFirst: [...new Set(comesFirst)],
	};
}
