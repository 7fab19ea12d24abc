/**
 * A list that is complete, or says that it may not be (design 3.1).
 *
 * The service pages by number over a list that changes while it is read. An order deleted between two pages shifts
 * the rest and one is skipped; an order that moves forward is skipped itself; an insertion only repeats some. So
 * every reading is searched for signs of a skip, and on a sign the list is read again.
 */
import type { Client } from '../http/client';
import type { ListQuery } from './links';
import type { Page } from './pages';
import { haveSameKeys, isCounted, newPass, readPass, signsOfASkip } from './readPass';
import type { CheckedList, ListOfParts, Pass } from './readPass';
import { recordId } from './wire';
import type { WireRecord } from './wire';

/** `signs`: read again on a sign of a skip. `twice`: read until two readings agree, for a service that reorders. */
export type Verify = 'signs' | 'twice';

/** The records of a list, each once. */
export interface CompleteList<Kept extends WireRecord = WireRecord> {
	/** What was kept of each record; all of it, where nothing else was said. */
	records: Kept[];
	/** False when the list would not settle: `records` is then the union of all that was read. */
	isSettled: boolean;
	/** Whether it was twice the same, and the service only says that there is more: reading on would not change that. */
	isMiscounted: boolean;
}

/** How a list is to be read. */
export interface Reading extends CheckedList {
	verify: Verify;
	/** Looks at the first page and may decline to read the rest, because it is too long. */
	isWelcome?(firstPage: Page): boolean;
}

/** How a list is to be read of which not all of each record is needed. */
export type ReadingOfParts<Kept extends WireRecord> = Reading & ListOfParts<Kept>;

const MAX_PASSES = 5;

/**
 * Reads a whole list. Costs one call per page; a list of more than one page two more (three where the deleted list
 * itself is longer than a page); and as much again, less one, for each time that a sign of a skip was seen, at most
 * five times in all.
 *
 * @returns undefined when `isWelcome` declined the first page
 * @throws ServiceFailure when a page cannot be had
 */
export async function readCompleteList(client: Client, reading: Reading): Promise<CompleteList | undefined> {
	return await readCompleteParts(client, { ...reading, keep: wholeRecord });
}

const wholeRecord = (record: WireRecord) => record;

/**
 * As {@link readCompleteList}, for those who need less of each record than came: what a page takes up in the memory is
 * then let go of as it is read, not at the end of the list.
 */
export async function readCompleteParts<Kept extends WireRecord>(
	client: Client,
	reading: ReadingOfParts<Kept>,
): Promise<CompleteList<Kept> | undefined> {
	const attempt = newAttempt<Kept>();
	for await (const page of readUntilSettled(client, reading, attempt)) {
		if (attempt.pass.pages === 1 && reading.isWelcome?.(page) === false) return undefined;
	}
	const { pass, union, isSettled, isMiscounted } = attempt;
	return { records: [...(isSettled ? pass.records : union).values()], isSettled, isMiscounted };
}

/**
 * The records of a list as they come, each once, for those who may stop before the end. Where the end is reached, the
 * list is complete as far as it tells itself, without a look at the deleted list, or, with `twice`, as far as two
 * readings agree: what was skipped is read again and follows.
 *
 * @throws ServiceFailure when a page cannot be had
 */
export async function* readUnique(
	client: Client,
	query: ListQuery,
	verify: Verify = 'signs',
): AsyncGenerator<WireRecord, void> {
	const attempt = newAttempt();
	const reading: ReadingOfParts<WireRecord> = { query, verify, keep: wholeRecord };
	const seen = new Set<string>();
	for await (const { records } of readUntilSettled(client, reading, attempt)) {
		for (const record of records) {
			const id = recordId(record);
			// Without an id it cannot be told whether an earlier pass had the record.
			if (id === undefined ? attempt.passes > 1 : seen.has(id)) continue;
			if (id !== undefined) seen.add(id);
			yield record;
		}
	}
}

/** What has been read so far. */
interface Attempt<Kept extends WireRecord> {
	passes: number;
	/** The newest pass. */
	pass: Pass<Kept>;
	/** The records of all passes that were not complete. */
	union: Map<string, Kept>;
	isSettled: boolean;
	isMiscounted: boolean;
}

function newAttempt<Kept extends WireRecord = WireRecord>(): Attempt<Kept> {
	return { passes: 0, pass: newPass(), union: new Map(), isSettled: false, isMiscounted: false };
}

/** Gives the pages of one pass after another, until one of them is complete or there have been enough. */
async function* readUntilSettled<Kept extends WireRecord>(
	client: Client,
	reading: ReadingOfParts<Kept>,
	attempt: Attempt<Kept>,
): AsyncGenerator<Page, void> {
	while (attempt.passes < MAX_PASSES) {
		const previous = attempt.pass;
		const pass = newPass<Kept>();
		attempt.passes++;
		attempt.pass = pass;
		yield* readPass(client, reading, pass, previous);

		const signs = Object.keys(signsOfASkip).filter((sign) => signsOfASkip[sign]?.(pass));
		const agrees = attempt.passes > 1 && haveSameKeys(pass.records, previous.records);
		attempt.isSettled = signs.length === 0 && (agrees || reading.verify === 'signs');
		if (attempt.isSettled) {
			if (!agrees && !isCounted(pass)) client.hints.add('uncounted', UNCOUNTED);
			return;
		}
		for (const [id, record] of pass.records) attempt.union.set(id, record);
		if (agrees && signs.join() === 'fewerThanPromised') {
			// Another pass would not change that.
			attempt.isMiscounted = true;
			client.hints.add('listChanged', miscounted(pass));
			return;
		}
	}
	client.hints.add('listChanged', KEPT_CHANGING);
}

const KEPT_CHANGING =
	'The list kept changing while it was read, so all that was seen is returned: an order that was deleted meanwhile may be among it, and one may be missing. Run it again, or choose a shorter time window.';

const UNCOUNTED =
	'The service does not say how many entries this list has, or counts fewer than it sent, so nothing would show if one was skipped while the list was read. All that it sent is returned. Compare with another run (for orders, Options > Completeness Check > Always Read Twice does so), and tell the provider of the service.';

function miscounted({ promised, records }: Pass<WireRecord>): string {
	return `The service says that the list has ${promised} entries, but sent ${records.size}, and the same ones when asked again. All that it sent is returned; something may be missing. Choose a shorter time window; if it stays, ask the provider of the service.`;
}
