/** Everything about one simulated life of a trigger that follows from its seed. */
import type { TriggerSettings } from '../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import type { Fault, RateLimit, Switches } from '../../sandbox';
import { Draws } from './draws';
import { planOrders, type OrderHabits, type PlannedOrder } from './orderPlan';
import { orderHabits, plainScenario } from './plainScenario';
import { worldTraits } from './worldTraits';
import type { Excuse, WorldTrait } from './worldTraits/worldTrait';
import type { Weather } from './weather';

/**
 * Which n8n: 2.41 or 1.123, which save state and execution in two writes; the durable scheduler without and with durable
 * cursors.
 */
export type Engine = 'plain' | 'plain1' | 'half' | 'durable';

/** A stretch of time, epoch milliseconds. */
export interface Span {
	from: number;
	until: number;
}

/** Where the credential leads for a while: elsewhere, or to the same place under another name or with another ID. */
export interface Visit extends Span {
	to: 'other' | 'otherAccount' | 'alias' | 'newCredential';
}

/** n8n is not running; or the workflow is switched off, and switched on again by its user. */
export interface Absence extends Span {
	isSwitchedOff?: boolean;
}

export interface Scenario {
	seed: number;
	/** What is special about this world. */
	traits: string[];
	/** Promises that nobody can keep in it. */
	excuses: Set<Excuse>;
	engine: Engine;
	/** When another n8n takes over, by the clock of n8n. */
	engineChanges: Array<{ at: number; engine: Engine }>;
	/** When the trigger is activated, by the clock of n8n; epoch milliseconds. */
	start: number;
	/** When the world becomes quiet, and all that is under way must come to its end. */
	end: number;
	pollMs: number;
	/** How long a poll may take on the durable scheduler. */
	schedulerLimitMs: number;
	/** IANA zone of the token's user. */
	zone: string;
	/** When the credential names another zone, and which. */
	wrongZones: Array<Span & { zone: string }>;
	/** How far the clock of the service is ahead of that of n8n. */
	clockSkewMs: number;
	/** Whether the responses lack the Date header, so that nobody can ask the clock of the service. */
	hidesDate: boolean;
	/** When the clock of n8n is wrong, and by how much it is ahead. */
	clockJumps: Array<Span & { byMs: number }>;
	switches: Partial<Switches>;
	rateLimit: RateLimit;
	firstOrderId: number | bigint;
	/** Share of the deletions that the service shows without `dateDeleted`. */
	undatedDeletions: number;
	settings: TriggerSettings;
	/** Settings that the user changes in mid-life, by the clock of n8n. */
	changes: Array<{ at: number; settings: TriggerSettings }>;
	/** When the user gives the node another name, by the clock of n8n. */
	renames: number[];
	orders: PlannedOrder[];
	/** Orders of another service, to which the credential leads for a while. */
	otherOrders: PlannedOrder[];
	/** When the credential leads elsewhere, by the clock of n8n. */
	visits: Visit[];
	/** The service cannot be reached. */
	outages: Span[];
	absences: Absence[];
	faults: { probability: number; kinds: Array<Fault['kind']> };
	/** What goes wrong with certain requests for long. */
	weather: Weather[];
	/** Polls that reach a replica, whose lists are old by so much, or empty. */
	replicas: Array<Span & { lagMs: number }>;
	/** On average, one kill in so many touches of the network and of the state; 0: none. */
	kills: { networkTouches: number; stateTouches: number };
	/** Share of executions that fail before they store external IDs. */
	failingShare: number;
	/** The ERP is down: no execution stores an external ID. */
	erpOutages: Span[];
	/** The service sends fields of a wrong type. */
	oddData: Span[];
}

/** A world before its orders are planned. */
export interface World {
	scenario: Scenario;
	habits: OrderHabits;
}

/** The scenario of a seed: with these traits, whatever chance says, or with those that chance gives it. */
export function scenarioOf(seed: number, traits: string[] = []): Scenario {
	const draws = new Draws(seed);
	const scenario = plainScenario(seed, draws);
	const world: World = { scenario, habits: orderHabits(draws, scenario) };
	for (const trait of traitsOf(draws, traits)) {
		scenario.traits.push(trait.name);
		for (const excuse of trait.excuses ?? []) scenario.excuses.add(excuse);
		trait.apply(world, draws.within(trait.name));
	}
	// A clock that was wrong just before an absence, with nothing to tell it, is a time that nobody can know of.
	// So is one that was wrong for longer than late orders are looked for.
	const { clockJumps, absences, visits, changes, settings } = scenario;
	const isLong = clockJumps.some(({ from, until }) => until - from > settings.lateSyncMs / 2);
	if (clockJumps.length > 0 && (isLong || [absences, visits, changes].flat().length > 0))
		scenario.hidesDate = false;
	if (dependsOnContent(scenario))
		scenario.faults.kinds = scenario.faults.kinds.filter((kind) => kind !== 'wrongTypes');
	makeDrainable(world);
	scenario.orders = planOrders(draws.within('orders'), world.habits);
	if (scenario.visits.some(({ to }) => to === 'other' || to === 'otherAccount'))
		scenario.otherOrders = planOrders(draws.within('other orders'), world.habits);
	return scenario;
}

function traitsOf(draws: Draws, traits: string[]): WorldTrait[] {
	if (traits.length > 0) return worldTraits.filter(({ name }) => traits.includes(name));
	return worldTraits.filter(({ name, share }) => draws.of(`has ${name}`).chance(share));
}

/** Whether the user or n8n ends what is under way: then it may come later. */
export function isInterrupted({ changes, absences, visits, engineChanges }: Scenario): boolean {
	return [changes, absences, visits, engineChanges].some(({ length }) => length > 0);
}

/** Whether nothing tells that the clock of n8n is wrong for a while. */
export function isTimeless({ hidesDate, clockJumps }: Scenario): boolean {
	return hidesDate && clockJumps.length > 0;
}

/** By which date the service filters its deleted list: the date that the user chose, where it can be chosen. */
export function deletedListDate({ switches, settings }: Scenario): Switches['deletedListDate'] {
	const { deletedListDate: usual = 'mobileDateCreated' } = switches;
	return usual === 'mobileDateCreated' ? settings.windowDate : usual;
}

/** An edit that a fault shows is none, and a fault may hide one, what a filter looks for, or that an order is deleted. */
function dependsOnContent({ settings, changes, undatedDeletions }: Scenario): boolean {
	if (undatedDeletions > 0) return true;
	return [settings, ...changes.map((change) => change.settings)].some(
		({ events, filters }) => events.includes('edited') || Object.keys(filters).length > 0,
	);
}

/**
 * So many orders must be delivered in some hundred polls, or the run would never end: a poll of a service with pages of
 * ten that allows twelve requests a minute brings about ten orders.
 */
function makeDrainable({ scenario, habits: { count } }: World): void {
	const { settings, switches, changes, rateLimit } = scenario;
	switches.pageSize = Math.max(switches.pageSize ?? 0, Math.ceil(count / 1_000));
	rateLimit.limit = Math.max(rateLimit.limit, Math.ceil(count / 40));
	// Two whole days must fit into a poll.
	const longest = switches.windowPrecision === 'days' ? 250 : Math.max(2_000, 1_000_000 / count);
	switches.latency = Math.min(switches.latency ?? 0, longest);
	for (const each of [settings, ...changes.map((change) => change.settings)]) {
		each.maxOrdersPerRun = Math.max(each.maxOrdersPerRun, Math.ceil(count / 400));
	}
}
