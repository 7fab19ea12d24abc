/**
 * Lists that are complete, or say that they may not be (design 3.1).
 *
 * The service numbers the pages of a list that changes while it is read. If an order is deleted between two pages,
 * the rest move up and one is skipped; an order that moves forward is skipped itself; an insertion only repeats
 * some. So each reading is checked for signs of a skip, and if there is one, the list is read again.
 */
import type { Client } from '../http/client';
import { haveSameKeys } from './deletedList';
import { readListOnce } from './listReading';
import type { ListReading, ListRequest } from './listReading';
import type { WireRecord } from './wire';

/** `signs`: read again on a sign of a skip. `twice`: read until two readings match, for a service that reorders. */
export type Verify = 'signs' | 'twice';

/** The records of a list, each once. */
export interface CompleteList {
	/** What `keep` of the request gave for them, if it was set. With a `limit`, a few more than it may have come. */
	records: WireRecord[];
	/** False if the list kept changing or is miscounted: `records` is then everything that any reading saw. */
	isSettled: boolean;
	/** Whether two readings matched, but the service counts more than it sends: reading again would not change that. */
	isMiscounted: boolean;
}

const MAX_READINGS = 5;

/**
 * Reads a whole list, up to five times if it keeps changing. For the cost of a reading see {@link readListOnce}.
 * Adds a hint if the list may not be complete, or if that could not be checked.
 *
 * @param request `verify` is `signs` unless given; `deletedQuery` makes deletions visible (created orders only)
 * @throws ServiceFailure if a page cannot be read
 */
export async function readCompleteList(
	client: Client,
	{ verify = 'signs', firstPage, ...list }: ListRequest & { verify?: Verify },
): Promise<CompleteList> {
	const seen = new Map<string, WireRecord>();
	let previous: ListReading | undefined;
	for (let readings = 0; readings < MAX_READINGS; readings++) {
		const request = readings === 0 ? { ...list, firstPage } : list;
		const reading = await readListOnce(client, request, previous);
		if (reading.isEnough) return settled(reading);
		const signs = reading.signs();
		const isRepeated = previous !== undefined && haveSameKeys(reading.records, previous.records);
		const isEnough = isRepeated || (verify === 'signs' && !reading.isUnchecked);
		if (signs.length === 0 && isEnough) {
			if (!isRepeated) noteUncounted(client, reading);
			return settled(reading);
		}
		for (const [key, record] of reading.records) seen.set(key, record);
		if (isRepeated && signs.join() === 'fewerThanPromised') {
			client.hints.add('listChanged', miscounted(reading));
			return { records: [...seen.values()], isSettled: false, isMiscounted: true };
		}
		previous = reading;
	}
	client.hints.add('listChanged', KEPT_CHANGING);
	return { records: [...seen.values()], isSettled: false, isMiscounted: false };
}

function settled({ records }: ListReading): CompleteList {
	return { records: [...records.values()], isSettled: true, isMiscounted: false };
}

/** The texts fit lists of orders and users, and node and trigger alike. */
const KEPT_CHANGING =
	'The list kept changing while it was read, so everything that was read is returned. An entry may be missing, or be included although it was deleted in the meantime. Read the list again when there are fewer changes.';

function noteUncounted({ hints }: Client, reading: ListReading): void {
	if (reading.isCounted()) return;
	hints.add(
		'uncounted',
		'The service does not say how many entries this list has, or it counts fewer than it sent. So nobody would notice if an entry was skipped during reading. Everything that the service sent is returned. Compare it with a second reading, and tell the provider of the service.',
	);
}

function miscounted({ totalCounts: [promised], records }: ListReading): string {
	return `The service says that the list has ${promised} entries, but sent ${records.size}, and the same ones when it was read again. Everything that it sent is returned, but an entry may be missing. If this happens again, ask the provider of the service.`;
}
