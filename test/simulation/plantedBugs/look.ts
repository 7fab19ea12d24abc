/** Runs in a copy of the sources, with a bug in it: prints the first failing world of those in its argument as JSON. */
import { firstFailing } from './worlds';

async function main(): Promise<void> {
	const { seeds, traits } = JSON.parse(process.argv[2] ?? '') as { seeds: number[]; traits?: string[] };
	console.log(JSON.stringify((await firstFailing(seeds, traits)) ?? null));
}

void main();
