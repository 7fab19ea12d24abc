/** docs/benchmark.md: its words are written by hand; a table, and under which circumstances it was measured, by a run. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { markdownTable, withTable } from '../../scripts/output/markdownTable';
import { count, spreadOf, type Figure } from './figures';

const page = path.resolve(__dirname, '../../docs/benchmark.md');
const HEADER = ['what', 'ratio', 'median', 'spread', 'aim', 'met', 'measured'];

/** The table of one item in Markdown, to read on the page and in the terminal. */
export function figureTable(figures: Figure[]): string {
	return markdownTable(HEADER, figures.map(cellsOf));
}

/** Puts a table, and the line below it, in place of those that the page has of an item. */
export function writeMeasured(item: string, table: string, circumstances: string): void {
	const below = new RegExp(`(?<=\n## ${item}\n[^]*?\n)Repetitions: .*`);
	const text = withTable(readFileSync(page, 'utf8'), `## ${item}`, table);
	writeFileSync(page, text.replace(below, circumstances));
}

function cellsOf({ circumstances, ratio, values, aim, measured }: Figure): string[] {
	const { median, least, most } = spreadOf(values);
	const aimed = aim === undefined ? ['', ''] : [`at most ${count(aim)}`, median <= aim ? 'yes' : 'no'];
	return [circumstances, ratio, number(median), `${number(least)} to ${number(most)}`, ...aimed, measured];
}

function number(value: number): string {
	return value < 0.1 && value > 0 ? value.toPrecision(2) : value.toFixed(2);
}
