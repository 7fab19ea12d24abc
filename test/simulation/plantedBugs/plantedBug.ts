/** A mistake that is put into a copy of the sources on purpose, to see whether the simulation hints it. */

/** Replaces a piece of a file by another. */
export interface Edit {
	/** Below nodes/SalesOrderIntegration/. */
	file: string;
	/** Must occur exactly once. */
	find: string;
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
export function applied({ file, find, replace }: Edit, source: string): string {
	const pieces = source.split(find);
	if (pieces.length !== 2) throw new Error(`${file} holds ${pieces.length - 1} times, not once: ${find}`);
	return pieces.join(replace);
}
