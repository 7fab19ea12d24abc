/** A mistake that is put into a copy of the sources on purpose, to see whether the simulation notices it. */

/** Replaces a piece of a function or constant by another. */
export interface Edit {
	/** Below nodes/SalesOrderIntegration/. */
	file: string;
	/** Name of the function, method or constant that is broken: only its lines are searched. */
	of: string;
	find: RegExp;
	replace: string;
}

export interface PlantedBug {
	name: string;
	edits: Edit[];
	/** The seed to begin with, for a mistake that few worlds show. Default: 1. */
	firstSeed?: number;
}

/**
 * The source of a file with the edit in it.
 *
 * @throws Error when the edit no longer fits the source
 */
export function applied({ file, of, find, replace }: Edit, source: string): string {
	const [start, end] = linesOf(of, source);
	const lines = source.split('\n');
	const piece = lines.slice(start, end + 1).join('\n');
	if (start < 0 || !find.test(piece)) throw new Error(`${file}: ${find} does not occur in ${of}`);
	const broken = piece.replace(find, () => replace);
	return [...lines.slice(0, start), broken, ...lines.slice(end + 1)].join('\n');
}

/** The first and the last line of a declaration, from 0: it ends with closing brackets alone, as far left as it began. */
function linesOf(name: string, source: string): [number, number] {
	const lines = source.split('\n');
	const constant = new RegExp(`^(export )?const ${name}\\b.*;$`);
	const single = lines.findIndex((line) => constant.test(line));
	if (single >= 0) return [single, single];
	const words = '(export |async |function\\*? |const |private |get )*';
	const declaration = new RegExp(`^(\\t*)${words}${name}\\b ?[(<:=](.*[^;,])?$`);
	const start = lines.findIndex((line) => declaration.test(line));
	const indent = declaration.exec(lines[start] ?? '')?.[1] ?? '';
	const closing = new RegExp(`^${indent}[\\])}]+[;,]*$`);
	return [start, lines.findIndex((line, index) => index > start && closing.test(line))];
}
