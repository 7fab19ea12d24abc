/** What both ways to list orders have in common: their input, and how they are measured. */
import type { INode } from 'n8n-workflow';
import { answerWith, inputOf } from './answer';
import { inARow, makeNode, nodeTypeNames, runWorkflow, START } from './engine';
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

/** Runs a way to list orders, by nodes in a row, and measures it. */
export function measureListing(nodesFor: (input: ListingInput, served: Served) => INode[]): void {
	const input = inputOf<ListingInput>();
	const listAll = async (served: Served) => {
		const nodes = nodesFor(input, served);
		const names = [START, ...nodes.map(({ name }) => name)];
		const { run, node } = await runWorkflow({
			nodes: [makeNode(START, nodeTypeNames.start), ...nodes],
			connections: inARow(...names),
			pinData: { [START]: [{ json: {} }] },
			credential: { baseUrl: served.baseUrl, apiToken: served.apiToken, timezone: served.timezone },
		});
		if (run.data.resultData.error) throw run.data.resultData.error;
		const rows = node(names.at(-1) ?? '')?.items.length;
		const expected = input.output === 'items' ? served.orders * 5 : served.orders;
		if (rows !== expected) throw new Error(`${rows} rows instead of ${expected}`);
	};
	answerWith(async () => {
		const idleBytes = process.memoryUsage.rss();
		for (let run = 0; run < WARM_UPS; run++) await listAll(input.warmUp);
		return await measure(async () => await listAll(input.served), idleBytes);
	});
}
