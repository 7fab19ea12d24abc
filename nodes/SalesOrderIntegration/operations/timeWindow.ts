/** The fields Start and End of every operation that reads orders, and the window that they mean. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { checkWindow, parseDateInput } from '../dates';
import type { InstantWindow } from '../dates';
import { wholeSecond } from '../dates/durations';
import { isRefusal, ServiceFailure } from '../errors/failures';
import type { Client } from '../http/client';
import type { Zones } from '../parameters/orderFilter';
import { fromAi, withToolDefault } from './aiTool';
import { noteEmptyExpressions } from './emptyExpression';

/** Start and End; `orders` says which orders the window is about, such as "orders created on the phone". */
export function windowFields(orders: string): INodeProperties[] {
	const start: INodeProperties = {
		displayName: 'Start',
		name: 'start',
		type: 'dateTime',
		default: '',
		description: `Only ${orders} from this time on. Leave empty for no lower limit.`,
		hint: "Start and End use the workflow's time zone unless they include an offset",
	};
	const end: INodeProperties = {
		displayName: 'End',
		name: 'end',
		type: 'dateTime',
		default: '',
		description: `Only ${orders} up to this time. Includes this second. Leave empty for no upper limit.`,
	};
	return [
		...withToolDefault(start, fromAi('Start', 'Start of the time window, such as 2026-01-31')),
		...withToolDefault(end, fromAi('End', 'End of the time window, such as 2026-01-31')),
	];
}

/** The zones of dates that are entered without an offset (design 2). */
export function zonesOf(context: IExecuteFunctions, { connection }: Client): Zones {
	return { workflowZone: context.getTimezone(), tokenZone: connection.timezone };
}

/**
 * The window that Start and End mean for an input item. It begins at a whole second: the service shows no fractions, so
 * what happened in the second in which a window starts may belong to it.
 *
 * @throws InputError for dates that cannot be understood, or an end before the start
 */
export function readWindow(context: IExecuteFunctions, client: Client, itemIndex: number): InstantWindow {
	const zones = zonesOf(context, client);
	const entered = (name: string): unknown => context.getNodeParameter(name, itemIndex, '');
	const start = parseDateInput(entered('start'), { field: 'Start', edge: 'start', ...zones });
	const end = parseDateInput(entered('end'), { field: 'End', edge: 'end', ...zones });
	const window = { start: start === undefined ? undefined : wholeSecond(start), end };
	checkWindow(window, zones.workflowZone);
	noteEmptyExpressions(context, itemIndex, client.hints, windowFields(''));
	return window;
}

/**
 * What `reading` gives. If the service refuses the window, the error says that it may be too long: the specification
 * does not show whether there is a limit (api-specification 8).
 */
export async function adviseShorterWindow<Result>(
	{ start, end }: InstantWindow,
	reading: Promise<Result>,
): Promise<Result> {
	return await reading.catch((error: unknown) => {
		if (!isRefusal(error) || (start === undefined && end === undefined)) throw error;
		const { kind, details } = error;
		throw new ServiceFailure(kind, { ...details, advice: SHORTER_WINDOW });
	});
}

const SHORTER_WINDOW =
	"The service may limit the time from 'Start' to 'End': set both, with a shorter time between them, and run the node once for each part. If that does not help, the service may name the value that it rejects.";
