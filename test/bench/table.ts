/** The figures as a table to read: in the terminal and in docs/benchmark.md. */
import { markdownTable } from '../../scripts/output/markdownTable';
import { count, isMet, spreadOf } from './figures';
import type { Figure } from './figures';
import type { Result } from './results';

const HEADER = ['what', 'ratio', 'median', 'spread', 'aim', 'met', 'measured'];

/** The table of one item in Markdown. */
export function figureTable({ figures }: Result): string {
	return markdownTable(HEADER, figures.map(cellsOf));
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
