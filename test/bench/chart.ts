/** docs/benchmark.svg: every figure that has an aim, as a share of it, with its spread. */
import { spreadOf } from './figures';
import type { Figure } from './figures';

const ROW = 22;
const TOP = 56;
const LEFT = 580;
const WIDTH = 360;
const RIGHT = 60;
/** The axis is logarithmic: twice the aim is as far from it as half of it. */
const [LEAST, MOST] = [0.1, 10];
const TICKS = [0.1, 0.2, 0.5, 1, 2, 5, 10];
const [MET, MISSED] = ['#1a7f5a', '#c0392b'];

/** An SVG that stands on white, so that it can be read on any page. */
export function chart(figures: readonly Figure[]): string {
	const shown = figures.filter(({ aim }) => aim !== undefined && aim > 0);
	const height = TOP + shown.length * ROW + 16;
	const width = LEFT + WIDTH + RIGHT;
	const bottom = height - 12;
	const ticks = TICKS.map((tick) => {
		const x = xOf(tick);
		const color = tick === 1 ? '#333333' : '#dddddd';
		const label = tick === 1 ? 'aim' : `${tick} x`;
		return `<line x1="${x}" y1="${TOP - 12}" x2="${x}" y2="${bottom}" stroke="${color}"/><text x="${x}" y="${TOP - 18}" text-anchor="middle">${label}</text>`;
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#333333">`,
		`<rect width="${width}" height="${height}" fill="#ffffff"/>`,
		'<text x="12" y="20" font-size="14" font-weight="bold">Each figure as a share of its aim: left of the line is better</text>',
		...ticks,
		...shown.map((figure, position) => row(figure, TOP + position * ROW)),
		'</svg>\n',
	].join('\n');
}

function row({ item, circumstances, ratio, values, aim = 1 }: Figure, y: number): string {
	const { median, least, most } = spreadOf(values.map((value) => value / aim));
	const color = median <= 1 ? MET : MISSED;
	const label = escaped(`${item}, ${circumstances}: ${ratio}`);
	return [
		`<text x="${LEFT - 14}" y="${y + 4}" text-anchor="end" font-size="10">${label}</text>`,
		`<line x1="${xOf(least)}" y1="${y}" x2="${xOf(most)}" y2="${y}" stroke="${color}" stroke-width="3" stroke-linecap="round"/>`,
		`<circle cx="${xOf(median)}" cy="${y}" r="5" fill="${color}"/>`,
	].join('');
}

function xOf(share: number): number {
	const within = Math.min(MOST, Math.max(LEAST, share));
	const place = Math.log(within / LEAST) / Math.log(MOST / LEAST);
	return Math.round(LEFT + place * WIDTH);
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
