/** What both ways to list orders have in common: their input, and how they are measured. */
import { answerWith, inputOf } from './answer';
import { measure } from './measure';
import type { Served } from './server';

/** What is to be listed. */
export interface ListingInput {
	output: 'raw' | 'items';
	/** A short list, read beforehand so that what is measured runs in a process that has worked before, as n8n has. */
	warmUp: Served;
	served: Served;
	/** The folder of an installed n8n. */
	hostFolder: string;
}

/** Often enough for what runs once a page to be compiled; short, so that the heap does not grow beforehand. */
const WARM_UPS = 40;

/**
 * Runs a way to list orders and measures it.
 *
 * @param list gives the number of rows that the last node of the workflow gave
 */
export function measureListing(list: (input: ListingInput, served: Served) => Promise<number>): void {
	const input = inputOf<ListingInput>();
	const listAll = async (served: Served) => {
		const rows = await list(input, served);
		const expected = input.output === 'items' ? served.orders * 5 : served.orders;
		if (rows !== expected) throw new Error(`${rows} rows instead of ${expected}`);
	};
	answerWith(async () => {
		const idleBytes = process.memoryUsage.rss();
		for (let run = 0; run < WARM_UPS; run++) await listAll(input.warmUp);
		return await measure(async () => await listAll(input.served), idleBytes);
	});
}
