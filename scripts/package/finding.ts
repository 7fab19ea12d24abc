/** What a check of the package found wrong, in words that say where and why. */

export interface Finding {
	/** The file inside the package, with forward slashes, or the part of package.json that is meant. */
	where: string;
	/** One sentence. */
	what: string;
}
