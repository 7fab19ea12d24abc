/** Which worlds can show a bug at all: the others would take time for nothing. */
import { DAY } from '../../support/time';
import type { Scenario } from '../scenario';

export const created = has('created');
export const both = (world: Scenario) => created(world) && has('deleted')(world);

/** Nothing happens that excuses the trigger. */
export function isCalm(world: Scenario): boolean {
	const { kills, faults, excuses, outages, absences, changes, visits, settings } = world;
	const interruptions = [outages, absences, changes, visits].flat().length;
	const isPlain = excuses.size + interruptions + faults.probability + kills.networkTouches === 0;
	return created(world) && isPlain && Object.keys(settings.filters).length === 0;
}

export function hasFewPlaces(world: Scenario): boolean {
	return created(world) && world.excuses.size === 0 && world.settings.maxOrdersPerRun <= 7;
}

/** An n8n that emits the result of a poll whose workflow was saved meanwhile. */
export function isOld({ engine }: Scenario): boolean {
	return engine === 'plain1';
}

export function tells(world: Scenario): boolean {
	return has('attention')(world);
}

/** Long enough for orders to be forgotten. */
export function isLong(world: Scenario): boolean {
	const { start, end, settings } = world;
	return created(world) && end - start > 4 * DAY && settings.lateSyncMs <= 3 * DAY;
}

export function deletesLong(world: Scenario): boolean {
	return has('deleted')(world) && world.end - world.start > 3 * DAY;
}

export function waits(world: Scenario): boolean {
	return created(world) && world.settings.delivery === 'untilExternalId';
}

export function changesFilter(world: Scenario): boolean {
	const filters = [world, ...world.changes].map(({ settings }) => JSON.stringify(settings.filters));
	return created(world) && new Set(filters).size > 1;
}

function has(event: string) {
	return ({ settings }: Scenario): boolean => settings.events.some((name) => name === event);
}
