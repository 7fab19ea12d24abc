/** A mistake that is put into a copy of the sources on purpose, to see whether the simulation notices it. */

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
}
