/** Tables in Markdown whose text can be read too. */

/** A table whose cells are padded to the width of their column. */
export function markdownTable(heading: string[], rows: string[][]): string {
	const cells = [heading, ...rows].map((row) => row.map((cell) => cell.replace(/\|/g, '\\|')));
	const widths = heading.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
	const line = (row: string[]) =>
		`| ${widths.map((width, at) => (row[at] ?? '').padEnd(width)).join(' | ')} |`;
	const rule = widths.map((width) => '-'.repeat(width));
	const [head = [], ...body] = cells;
	return [head, rule, ...body].map(line).join('\n');
}

/** A page with a table in place of the next one behind a text. Errors: there is none. */
export function withTable(page: string, place: string, table: string): string {
	const start = page.indexOf('\n|', page.indexOf(`\n${place}`)) + 1;
	const [old] = /^(\|.*\n)+/.exec(page.slice(start)) ?? [];
	if (start === 0 || !old) throw new Error(`There is no table behind ${place}`);
	return `${page.slice(0, start)}${table}\n${page.slice(start + old.length)}`;
}
