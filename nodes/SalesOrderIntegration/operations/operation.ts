/** What the operations have in common: what each is made of, and the fields that limit a list. */
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { parseWindow, type TimeZones } from '../dates/dateInput';
import { SECOND_MS, type Span } from '../dates/durations';
import { isOfCheck, unless } from '../errors/failures';
import { asText } from '../errors/reportTexts';
import { forCheck, serviceNow, type Client } from '../http/client';
import { checkTimeZone } from '../lists/checkTimeZone';
import type { OrdersOfWindow } from '../lists/orderWindow';
import { dateField, fromAi, withToolDefault } from '../parameters/fields';
import { isBlank, readPositiveInteger, readSwitch } from '../parameters/values';

export interface Operation {
	/** The choice in the Operation field, and the subtitle of the node. */
	name: string;
	description: string;
	/** The name on the canvas and in the node panel. */
	action: string;
	/** Its fields, without displayOptions for resource and operation. */
	properties: INodeProperties[];
	/** Whether it does all items at once, for the first. */
	takesAllItems?: true;
	/**
	 * Begins a run. The function that it returns gives the rows for an input item; they are paired with it unless they say
	 * otherwise. It throws InputError for a value that cannot be used, and ServiceFailure.
	 */
	eachItem(
		context: IExecuteFunctions,
		client: Client,
	): (itemIndex: number) => Promise<Array<Pick<INodeExecutionData, 'json' | 'pairedItem'>>>;
}

/** Start and End, of every operation that reads orders. */
export const windowFields: INodeProperties[] = [
	...withToolDefault(
		{
			...dateField(
				'Start',
				'start',
				'Only orders created on the phone from this time on. Leave empty for no lower limit. Dates with slashes have the day first, such as 31/01/2026.',
			),
			hint: "Start and End use the workflow's time zone unless they include an offset; dates with slashes use the credential's",
		},
		fromAi('Start', 'Start of the time window, such as 2026-01-31. Leave it out for no limit.', ''),
	),
	...withToolDefault(
		dateField(
			'End',
			'end',
			'Only orders created on the phone up to this time. Includes this second; a date without a time includes the whole day. Leave empty for no upper limit.',
		),
		fromAi('End', 'End of the time window, such as 2026-01-31. Leave it out for no limit.', ''),
	),
];

/** Return All and Limit, of every list. */
export const pagingFields: INodeProperties[] = [
	...withToolDefault(
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: true,
			description: 'Whether to return all results or only up to a given limit',
		},
		// An agent reads everything that it receives, so it receives little unless the user wants more.
		false,
	),
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/** The zones of dates that are entered without an offset (design 2). */
export function zonesOf(context: IExecuteFunctions, { connection }: Client): TimeZones {
	return { workflowZone: context.getTimezone(), tokenZone: connection.timezone };
}

/** The window that Start and End mean for an input item. Throws InputError for dates that cannot be used. */
export function readWindow(context: IExecuteFunctions, client: Client, itemIndex: number): Span {
	const read = (name: 'start' | 'end', field: string) => {
		const date = context.getNodeParameter(name, itemIndex, '');
		const entered = String(context.getNode().parameters[name]);
		// An agent may leave it out.
		const isExpression = /^=\s*\S/.test(entered) && !entered.includes('$fromAI(');
		const message = `The expression in '${field}' returned nothing, so it sets no limit. Check the expression.`;
		if (isBlank(date) && isExpression) client.hints.add('emptyExpression', message);
		return date;
	};
	const dates: [unknown, unknown] = [read('start', 'Start'), read('end', 'End')];
	return windowBetween(client, dates, ['Start', 'End'], zonesOf(context, client));
}

/** The window between the dates of two fields, `names`. Adds a hint if it can hardly be meant; throws as {@link parseWindow}. */
export function windowBetween(
	client: Client,
	dates: [unknown, unknown],
	names: [string, string],
	zones: TimeZones,
): Span {
	const window = parseWindow(dates, names, zones);
	if (window.to - window.from < SECOND_MS) client.hints.add('sameMoment', sameMoment(...names));
	const isAhead = window.from > serviceNow(client);
	if (isAhead && String(dates[0]).includes('/'))
		client.hints.set(`dayFirst ${names[0]}`, dayFirst(names[0], window.from));
	return window;
}

/** How many results are wanted at most; undefined for all. Throws InputError for a value that cannot be used. */
export function readLimit(
	context: IExecuteFunctions,
	{ hints }: Client,
	itemIndex: number,
): number | undefined {
	const returnAll = readSwitch(context.getNodeParameter('returnAll', itemIndex, true), 'Return All');
	if (returnAll !== false) return undefined;
	const limit = readPositiveInteger(context.getNodeParameter('limit', itemIndex, 50), 'Limit');
	// An expression that returns nothing must not make a list shorter.
	if (limit === undefined)
		hints.add('emptyLimit', "'Limit' is empty, so everything is returned. Check its expression.");
	return limit;
}

/**
 * Returns a function that adds a hint if a list ends early, or if it is in doubt (see OrdersOfWindow) and the service reads
 * dates in another time zone than the credential's, or lists orders that no zone explains. For each kind of doubt, it asks
 * the service once at most.
 */
export function windowHints(client: Client) {
	const asked: Record<string, ReturnType<typeof checkTimeZone>> = {};
	let endsAt = Infinity;
	let mismatch: string | undefined;
	return async (
		{ zoneDoubt, refusedFrom = Infinity }: Partial<OrdersOfWindow<unknown>>,
		{ to }: Span,
	): Promise<void> => {
		// Several items may each have a list that ends.
		endsAt = Math.min(endsAt, refusedFrom);
		if (refusedFrom < to) client.hints.set('refusedAhead', refusedAhead(endsAt));
		if (!zoneDoubt) return;
		const { kind, at } = zoneDoubt;
		// Once it is proven, no other doubt replaces it.
		mismatch ??= await (asked[kind] ??= unless(isOfCheck, checkTimeZone(forCheck(client), at)));
		if (mismatch) client.hints.set('timezone', `${WRONG_HOURS} ${mismatch}`);
		else if (kind === 'stray' || kind === 'notByArrival') client.hints.set('timezone', doubts[kind]);
	};
}

const refusedAhead = (from: number) =>
	`The service refuses times that lie ahead, so the list ends at ${asText(from)}. Enter this time as 'Start' of the next list. Orders of phones whose clock is ahead are not in it.`;

const WRONG_HOURS = "This list may lack orders, and have some that lie outside 'Start' and 'End'.";

const doubts = {
	stray:
		"The service returned orders whose dates all lie outside 'Start' and 'End', so others may be missing. Check 'Time Zone' in the credential. If it is right, tell the provider of the service.",
	notByArrival:
		"The service returned orders that arrived outside 'Start' and 'End', so others may be missing. It seems to ignore 'Server Date Parameter' in the credential: ask the provider of the service what it must be.",
};

const dayFirst = (field: string, from: number) =>
	`'${field}' lies ahead: ${asText(from)}. Dates with slashes have the day first, such as 31/01/2026.`;

const sameMoment = (first: string, last: string) =>
	`'${first}' and '${last}' are the same second. For a whole day, set '${first}' to 00:00:00 and '${last}' to 23:59:59.`;
