/** The figures as a table to read: in the terminal and in docs/benchmark.md. */
import { count, isMet, spreadOf } from './figures';
import type { Figure } from './figures';
import type { Result } from './results';

const HEADER = ['what', 'ratio', 'median', 'spread', 'aim', 'met', 'measured'];

/** One line for each figure, in columns. */
export function textTable(results: readonly Result[]): string {
	const rows = results.flatMap(({ figures }) =>
		figures.map((figure) => {
			const [what = '', ...cells] = cellsOf(figure);
			return [`${figure.item}: ${what}`, ...cells];
		}),
	);
	const widths = HEADER.map((title, column) => {
		return Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0));
	});
	const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
	return [HEADER, ...rows].map((row) => line(row).trimEnd()).join('\n');
}

/** The table of one item in Markdown. */
export function markdownTable({ figures }: Result): string {
	const rows = figures.map(cellsOf);
	const lines = [HEADER, HEADER.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
	return lines.join('\n');
}

function cellsOf(figure: Figure): string[] {
	const { median, least, most } = spreadOf(figure.values);
	const met = isMet(figure);
	return [
		figure.circumstances,
		figure.ratio,
		number(median),
		`${number(least)} to ${number(most)}`,
		figure.aim === undefined ? '' : `at most ${count(figure.aim)}`,
		met === undefined ? '' : met ? 'yes' : 'no',
		figure.measured,
	];
}

function number(value: number): string {
	return value < 0.1 && value > 0 ? value.toPrecision(2) : value.toFixed(2);
}
