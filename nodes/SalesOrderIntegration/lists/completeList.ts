/**
 * Lists that are complete, or say that they may not be (design 3.1).
 *
 * The service numbers the pages of a list that changes while it is read. If an order is deleted between two pages,
 * the rest move up and one is skipped; an order that moves forward is skipped itself; an insertion only repeats
 * some. So each reading is checked for signs of a skip, and if there is one, the list is read again.
 */
import type { Client } from '../http/client';
import { agree, isCounted, readListOnce, signs } from './listReading';
import type { ListReading, ListRequest, Sign } from './listReading';
import type { WireRecord } from './wire';

/** A list, each record once. */
export interface CompleteList<Result = WireRecord> {
	/** By {@link recordKey}, as `convert` of the request returned them; with a `limit`, perhaps more than that. */
	records: Map<string, Result>;
	/** False if the list kept changing: `records` is then everything that any reading saw. */
	isSettled: boolean;
	/** Whether two readings agree, but the service counts more than it sends: reading again would not change that. */
	isMiscounted: boolean;
}

/** How often a list is read that keeps changing. */
export const MAX_READINGS = 5;

/**
 * Reads a whole list, up to five times if it keeps changing. A list whose skips could not show is read until two
 * readings agree. For the cost of a reading see {@link readListOnce}. Adds a hint if the list may not be complete, or why
 * it was read twice.
 *
 * @throws ServiceFailure if a page cannot be read
 */
export async function readCompleteList<Result = WireRecord>(
	client: Client,
	request: ListRequest<Result>,
): Promise<CompleteList<Result>> {
	const { verify = 'signs', limit = Infinity } = request;
	const seen = new Map<string, Result>();
	let previous: ListReading<Result> | undefined;
	for (let readings = 0; readings < MAX_READINGS; readings++) {
		const reading = await readListOnce(client, request, previous);
		const { results } = reading;
		const found = signs(reading);
		const isChecked = verify === 'signs' && !reading.isUnchecked && isCounted(reading);
		const isConfirmed = previous !== undefined && agree(reading, previous);
		const isComplete = found.length === 0 && (isChecked || isConfirmed);
		if (isComplete || results.size >= limit) {
			if (isComplete && !isCounted(reading)) client.hints.add('uncounted', UNCOUNTED);
			return { records: results, isSettled: true, isMiscounted: false };
		}
		for (const [key, result] of results) seen.set(key, result);
		const counted = countedMore(reading);
		if (isConfirmed && counted && found.every((sign) => OF_COUNTS.includes(sign))) {
			// One hint for each list: a window may be read in many parts.
			const isOfDeleted = request.query.parameters.deleted === 'true';
			const kind = isOfDeleted ? 'miscountedDeleted' : 'miscounted';
			client.hints.set(kind, miscounted(isOfDeleted ? 'list of deleted orders' : 'list', counted));
			return { records: seen, isSettled: true, isMiscounted: true };
		}
		previous = reading;
	}
	client.hints.add('listChanged', KEPT_CHANGING);
	return { records: seen, isSettled: false, isMiscounted: false };
}

const OF_COUNTS: readonly Sign[] = ['fewerThanPromised', 'fewerPagesThanPromised'];

/** What the service counts more of than it sent. An order of the second in which the reading began proves nothing. */
function countedMore({ records, totalCounts, totalPages = 0 }: ListReading): string | undefined {
	const [first = 0] = totalCounts;
	if (records.size < first) return `${first} entries, but sent ${records.size} different ones`;
	return totalCounts.length < totalPages ? `${totalPages} pages, but sent ${totalCounts.length}` : undefined;
}

/** The texts fit lists of orders and users, and node and trigger alike. */
export const KEPT_CHANGING = `The list changed during each of ${MAX_READINGS} readings, so everything that was read is returned. An entry may be missing, or be included although it was deleted in the meantime. Read the list again when there are fewer changes.`;

const UNCOUNTED =
	'The service does not say how many entries this list has, or counts fewer than it sends, so a skipped entry would not show. The list was read twice instead. Tell the provider of the service.';

const miscounted = (list: string, counted: string) =>
	`The service says that the ${list} has ${counted}, and the same ones when it was read again. Everything that it sent is returned, but an entry may be missing. If this happens again, ask the provider of the service.`;
