/** What a request asks of the sales order list (api-specification 4.1), read under the switches of the moment. */
import { PAGE, queryValue, type RequestTarget } from './request';
import type { OrderDate, Switches } from './switches';
import { parseWallTime } from './wallTime';
import type { ListName } from './world';

const DAY = 24 * 60 * 60_000;

/** A sales order list as asked for. */
export interface OrderListQuery {
	list: ListName;
	/** The date that the window is applied to. */
	date: OrderDate;
	/** Wall times in the token's zone (as the milliseconds that UTC would have at the same wall time). */
	start: number | undefined;
	end: number | undefined;
	page: number;
}

/** A request that the service refuses with status 400. The message is for the error body. */
export class BadRequestError extends Error {}

/** Reads the query. Throws a BadRequestError, unless invalid parameters are to be ignored. */
export function readListQuery(target: RequestTarget, switches: Switches): OrderListQuery {
	const deleted = readDeleted(target, switches);
	const list = deleted === undefined ? listWithoutDeleted(switches) : deleted ? 'deleted' : 'created';
	const start = readDate(target, 'start', switches);
	const end = readDate(target, 'end', switches);
	refuseLongWindow(start, end, switches);
	return {
		list,
		date: filterDate(target, list, switches),
		start,
		end,
		page: readPage(target, switches),
	};
}

/** The page asked for, or 1. Throws a BadRequestError, unless invalid parameters are to be ignored. */
export function readPage(target: RequestTarget, switches: Switches): number {
	const text = queryValue(target, PAGE);
	if (text === null) return 1;
	if (text !== undefined && /^[1-9]\d{0,8}$/.test(text)) return Number(text);
	return refusedOr(1, `${PAGE} must be a positive integer`, switches);
}

function readDeleted(target: RequestTarget, switches: Switches): boolean | undefined {
	const text = queryValue(target, 'deleted');
	if (text === null) return undefined;
	if (text === 'true' || text === 'false') return switches.ignoresDeleted ? undefined : text === 'true';
	return refusedOr(undefined, 'deleted must be true or false', switches);
}

function readDate(target: RequestTarget, name: 'start' | 'end', switches: Switches): number | undefined {
	const text = queryValue(target, name);
	if (text === null) return undefined;
	const wallTime = text === undefined ? undefined : parseWallTime(text);
	return wallTime ?? refusedOr(undefined, `${name} must have the format dd/MM/yyyy HH:mm:ss`, switches);
}

function refuseLongWindow(
	start: number | undefined,
	end: number | undefined,
	{ longestWindowDays }: Switches,
): void {
	if (longestWindowDays === null || (start === undefined && end === undefined)) return;
	if ((end ?? Infinity) - (start ?? -Infinity) <= longestWindowDays * DAY) return;
	throw new BadRequestError(`The time between start and end must be at most ${longestWindowDays} days`);
}

function refusedOr<Value>(value: Value, message: string, switches: Switches): Value {
	if (switches.invalidParameters === 'refused') throw new BadRequestError(message);
	return value;
}

function listWithoutDeleted(switches: Switches): ListName {
	return switches.listWithoutDeleted === 'all' ? 'all' : 'created';
}

function filterDate(target: RequestTarget, list: ListName, switches: Switches): OrderDate {
	const usual = list === 'deleted' ? switches.deletedListDate : 'mobileDateCreated';
	const parameter = switches.serverDateParameter;
	if (!parameter || usual !== 'mobileDateCreated') return usual;
	return queryValue(target, parameter.name) === parameter.value ? 'dateCreated' : usual;
}
