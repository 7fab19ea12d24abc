/** Tables that programs write into pages that people write: between two comments that a reader does not see. */

/**
 * `page` with `text` between `<!-- name -->` and `<!-- /name -->`, each of which stays on a line of its own.
 * Errors: the page does not have both marks.
 */
export function replaceBetweenMarks(page: string, name: string, text: string): string {
	const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const from = page.indexOf(begin);
	const to = page.indexOf(end);
	if (from < 0 || to < from) throw new Error(`The page lacks ${begin} and ${end}`);
	return `${page.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${page.slice(to)}`;
}
