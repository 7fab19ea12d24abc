/** The figures of each item with when, where and under which load they were measured, kept in docs/benchmark.json. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { formatFiles } from '../../scripts/output/formatFiles';
import type { Figure } from './figures';

/** One item as it was measured last. */
export interface Result {
	item: string;
	/** ISO 8601, UTC. */
	measuredAt: string;
	repetitions: number;
	machine: { processor: string; processors: number; node: string };
	/** How many processes wanted to run on average in the minute before and the minute at the end. */
	load: { before: number; after: number };
	figures: Figure[];
}

/** Measures one item. */
export async function measureItem(
	item: string,
	repetitions: number,
	bench: () => Promise<Figure[]>,
): Promise<Result> {
	const before = loadOfMinute();
	const figures = await bench();
	const [{ model } = { model: 'unknown' }] = cpus();
	return {
		item,
		measuredAt: new Date().toISOString(),
		repetitions,
		machine: { processor: model, processors: cpus().length, node: process.version },
		load: { before, after: loadOfMinute() },
		figures,
	};
}

const loadOfMinute = () => Math.round((loadavg()[0] ?? 0) * 10) / 10;

/** The results that were kept, with the given ones in place of older ones of the same items. */
export function replaceResults(file: string, newer: readonly Result[]): Result[] {
	const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result[]) : [];
	const isReplaced = ({ item }: Result) => newer.some((result) => result.item === item);
	return [...kept.filter((result) => !isReplaced(result)), ...newer];
}

/** Writes results for {@link replaceResults}, formatted as the lint wants it. */
export function writeResults(file: string, results: readonly Result[]): void {
	writeFileSync(file, JSON.stringify(results));
	formatFiles(file);
}
