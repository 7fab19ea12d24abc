/** How high a note of n8n must be, so that all of its text is seen. */

/** Pixels, fitted to 29 notes in the editor of n8n 2.41.1: none of them needed 15 more or less than this says. */
const LINE = 18;
const PARAGRAPH_GAP = 15;
const LIST_GAP = 24;
const HEADING = 26;
const CHARACTER = 6.3;
const MARGINS = { sides: 26, list: 20, bottom: 40 };

/** The height of `content` (Markdown: one heading, paragraphs, lists, code) in a note of this width, in pixels. */
export function noteHeight(content: string, width: number): number {
	const inner = width - MARGINS.sides;
	const blocks = content.split(/\n\n(?=[^\n])/).filter((block) => !block.startsWith('#'));
	const heights = blocks.map((block) => {
		const lines = block.split('\n');
		if (block.startsWith('```') || !isItem(lines[0] ?? '')) {
			const rows = block.startsWith('```') ? lines.length - 2 : rowsOf(lines.join(' '), inner);
			return rows * LINE + PARAGRAPH_GAP;
		}
		const rows = lines.map((line) => rowsOf(line.replace(/^(\d+\.|-) /, ''), inner - MARGINS.list));
		return rows.reduce((sum, count) => sum + count, 0) * LINE + LIST_GAP;
	});
	return heights.reduce((sum, height) => sum + height, HEADING + MARGINS.bottom);
}

const isItem = (line: string): boolean => /^(\d+\.|-) /.test(line);

/** How many rows a text takes when words are wrapped. */
function rowsOf(text: string, width: number): number {
	const columns = Math.floor(width / CHARACTER);
	let rows = 1;
	let used = 0;
	for (const { length } of text.replaceAll(/[*`]/g, '').split(' ')) {
		if (used > 0 && used + 1 + length > columns) {
			rows += 1;
			used = length;
		} else used += (used > 0 ? 1 : 0) + length;
	}
	return rows;
}
