/** docs/benchmark.md: the tables, how they came about, and what stands behind the aims that are missed. */
import { reasons } from './reasons';
import type { Result } from './results';
import { markdownTable } from './table';

const INTRODUCTION = `# Benchmark

Made by \`npm run bench\`; the same figures are in [benchmark.json](benchmark.json). Every figure is a ratio of two things that were measured in turn in one run, given as the median of the repetitions and as the least and the most of them. A machine twice as fast shows the same ratios.

Compared are this package's node, n8n's own HTTP Request node with pagination ("response contains next URL") followed by Split Out, and a bare loop with undici on one kept connection and \`JSON.parse\`, which is the least that it can cost. The first two run in n8n's engine (n8n-core), each in a process of its own that has worked before, against the [sandbox](../sandbox) in another process: 100 orders a page, five lines each.

![Each figure as a share of its aim](benchmark.svg)
`;

/** The whole page. */
export function markdownPage(results: readonly Result[]): string {
	return [INTRODUCTION, ...results.map(section)].join('\n');
}

function section(result: Result): string {
	const { item, measuredAt, repetitions, machine, load } = result;
	const { processor, processors, node } = machine;
	return [
		`## ${item}\n`,
		markdownTable(result),
		'',
		...(reasons[item] ?? []).map((reason) => `- ${reason}`),
		`\nRepetitions: ${repetitions}; ${measuredAt.slice(0, 16)}Z, ${processors} x ${processor}, Node.js ${node}, load ${load.before} before and ${load.after} after.\n`,
	].join('\n');
}
