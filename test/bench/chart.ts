/** docs/benchmark.svg: every figure that has an aim, as a share of it, with its spread. */
import { isMet, spreadOf } from './figures';
import type { Figure } from './figures';

/** Drawn in the width that a page has, so that the text keeps its size. */
const PAGE_WIDTH = 830;
const FONT_SIZE = 13;
const ROW = 21;
const TOP = 84;
const LEFT = 520;
const WIDTH = 270;
/** The axis is logarithmic: twice the aim is as far from it as half of it. */
const [LEAST, MOST] = [0.1, 10];
const TICKS = [0.1, 0.2, 0.5, 1, 2, 5, 10];
/** Told apart by lightness and form as well, for eyes and printers that show no colours. */
const [MET, MISSED] = ['#1f5fa8', '#d9730d'];

/** An SVG that stands on white, so that it can be read on any page. */
export function chart(figures: readonly Figure[]): string {
	const lines = groupsOf(figures.filter(({ aim }) => aim !== undefined && aim > 0)).flatMap(
		([heading, group]) => [
			(y: number) => `<text x="12" y="${y + 4}" font-weight="bold">${escaped(heading)}</text>`,
			...group.map((figure) => (y: number) => row(figure, y)),
		],
	);
	const height = TOP + lines.length * ROW + 4;
	const ticks = TICKS.map((tick) => {
		const x = xOf(tick);
		const color = tick === 1 ? '#333333' : '#dddddd';
		const label = tick === 1 ? 'aim' : `${tick} x`;
		return `<line x1="${x}" y1="${TOP - 18}" x2="${x}" y2="${height - 8}" stroke="${color}"/><text x="${x}" y="${TOP - 24}" text-anchor="middle">${label}</text>`;
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PAGE_WIDTH} ${height}" font-family="sans-serif" font-size="${FONT_SIZE}" fill="#333333">`,
		`<rect width="${PAGE_WIDTH}" height="${height}" fill="#ffffff"/>`,
		'<text x="12" y="22" font-size="15" font-weight="bold">Each figure as a share of its aim: left of the line is better</text>',
		`${mark(18, 44, true)}<text x="30" y="48">aim met</text>${mark(108, 44, false)}<text x="120" y="48">aim missed</text>`,
		...ticks,
		...lines.map((line, position) => line(TOP + position * ROW)),
		'</svg>\n',
	].join('\n');
}

/** The figures under headings that say what was measured. */
function groupsOf(figures: readonly Figure[]): Array<[string, Figure[]]> {
	const groups = new Map<string, Figure[]>();
	for (const figure of figures) {
		const heading = `${figure.item}: ${figure.circumstances}`;
		groups.set(heading, [...(groups.get(heading) ?? []), figure]);
	}
	return [...groups];
}

function row(figure: Figure, y: number): string {
	const { ratio, values, aim = 1 } = figure;
	const { median, least, most } = spreadOf(values.map((value) => value / aim));
	const met = isMet(figure) === true;
	return [
		`<text x="24" y="${y + 4}">${escaped(ratio)}</text>`,
		`<line x1="${xOf(least)}" y1="${y}" x2="${xOf(most)}" y2="${y}" stroke="${met ? MET : MISSED}" stroke-width="3" stroke-linecap="round"/>`,
		mark(xOf(median), y, met),
	].join('');
}

/** A disc for an aim that is met, a diamond for one that is missed. */
function mark(x: number, y: number, met: boolean): string {
	return met
		? `<circle cx="${x}" cy="${y}" r="5" fill="${MET}"/>`
		: `<path d="M${x} ${y - 7}l7 7-7 7-7-7z" fill="${MISSED}"/>`;
}

function xOf(share: number): number {
	const within = Math.min(MOST, Math.max(LEAST, share));
	const place = Math.log(within / LEAST) / Math.log(MOST / LEAST);
	return Math.round(LEFT + place * WIDTH);
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
