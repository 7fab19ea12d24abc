/** Puts the parts of the sandbox together. */
import { generateCatalogue, generateTokenUsers } from './catalogue';
import { Exchange } from './exchange';
import { Faults } from './faults';
import type { OrderRecipe } from './generateOrder';
import { generateHistory } from './history';
import { performInProcess, waitForReal } from './inProcess';
import type { Identifier, ListedUser, OrderRecord, TokenUser } from './model';
import { OrderDocuments } from './orderDocuments';
import { OrderSelector } from './orderSelection';
import { defaultRateLimit, RateLimiter, type RateLimit } from './rateLimit';
import type { SandboxRequest, SandboxResponse } from './request';
import { RequestLog } from './requestLog';
import { SeededRandom } from './seededRandom';
import { listen, type ListenOptions, type RunningSandbox } from './server';
import { Service } from './service';
import { defaultSwitches, type Switches } from './switches';
import { assertZone } from './wallTime';
import { World } from './world';

/** How a sandbox is made. Everything random follows from the seed. */
export interface SandboxOptions {
	seed: number;
	/** Milliseconds since 1970. Default: the real clock. */
	clock: { now(): number };
	/** Waits for delays and latency. Default: by the real clock. */
	wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
	/** Users with tokens. Default: one in each of four zones, with tokens made from the seed. */
	users: readonly TokenUser[];
	/** Users without a token, beside those who have one. Default: 9. */
	sellers: number;
	/** Lines of a generated order, both ends included. */
	lines: { minimum: number; maximum: number };
	/** Orders that are there from the start; they arrived in the `days` before `until` (default: now). */
	orders: { count: number; days?: number; until?: number; deletedShare?: number };
	firstOrderId: Identifier;
	switches: Partial<Switches>;
	/** Null: no limit, and none of its headers. */
	rateLimit: RateLimit | null;
	/** Requests that the log keeps. */
	maximumLogEntries: number;
}

/** The service, embedded. */
export interface Sandbox {
	/**
	 * Answers a request in process, without sockets. Rejects with code ECONNRESET where a fault breaks the connection,
	 * never settles where a fault hangs (unless the request's signal is aborted).
	 */
	handle(request: SandboxRequest): Promise<SandboxResponse>;
	/** Serves over real HTTP on loopback. */
	listen(options?: ListenOptions): Promise<RunningSandbox>;
	/** The users that have tokens. */
	users: readonly TokenUser[];
	world: World;
	/** May be changed at any time. */
	switches: Switches;
	faults: Faults;
	log: RequestLog;
}

/** Makes a sandbox. Throws a RangeError for a zone that does not exist, or a past that is later than now. */
export function createSandbox(options: Partial<SandboxOptions> = {}): Sandbox {
	const { seed = 1, clock = { now: Date.now }, orders = { count: 0 } } = options;
	const now = () => clock.now();
	const wait = options.wait ?? waitForReal;
	const users = options.users ?? generateTokenUsers(seed);
	for (const { timezone } of users) assertZone(timezone);
	const switches: Switches = { ...defaultSwitches, ...options.switches };
	const recipe = lazily(() => recipeOf(seed, options, users));
	const documents = new OrderDocuments(recipe, switches);
	const world = new World(
		{
			now,
			document: (record: OrderRecord) => documents.document(record),
			changed: (record: OrderRecord) => documents.forget(record),
		},
		options.firstOrderId ?? 1001,
	);
	if (orders.count > 0) {
		const until = orders.until ?? now();
		if (until > now())
			throw new RangeError('Orders that are there from the start cannot arrive later than now');
		const past = { days: 30, deletedShare: 0.03, timezone: users[0]?.timezone ?? 'UTC', ...orders, until };
		for (const { dateDeleted, ...dates } of generateHistory(seed, past)) {
			const id = world.add(dates);
			if (dateDeleted !== null) world.delete(id, dateDeleted);
		}
	}
	const faults = new Faults();
	const log = new RequestLog(options.maximumLogEntries ?? 100_000);
	const selector = new OrderSelector(world, switches, new SeededRandom(seed, 7));
	const exchange = new Exchange({
		now,
		wait,
		users,
		world,
		service: new Service(
			world,
			lazily(() => listedUsers(users, recipe())),
			selector,
			documents,
			switches,
		),
		limiter: new RateLimiter(options.rateLimit === undefined ? defaultRateLimit : options.rateLimit),
		faults,
		log,
		switches,
	});
	return {
		handle: async (request) => {
			return await exchange.run(request, 'http://sandbox.invalid', async (outcome) => {
				return await performInProcess(outcome, request.signal, wait);
			});
		},
		listen: async (listenOptions) => await listen(exchange, listenOptions),
		users,
		world,
		switches,
		faults,
		log,
	};
}

function recipeOf(seed: number, options: Partial<SandboxOptions>, users: readonly TokenUser[]): OrderRecipe {
	return {
		seed,
		catalogue: generateCatalogue(seed, options.sellers ?? 9, users),
		lines: options.lines ?? { minimum: 1, maximum: 8 },
	};
}

function listedUsers(tokenUsers: readonly TokenUser[], { catalogue }: OrderRecipe): ListedUser[] {
	return catalogue.sellers.map(({ id, username, name, enabled }, position) => {
		const email = position < tokenUsers.length ? `${username}@example.com` : null;
		return { id, username, name, enabled, email };
	});
}

function lazily<Value>(make: () => Value): () => Value {
	let made: { value: Value } | undefined;
	return () => (made ??= { value: make() }).value;
}
