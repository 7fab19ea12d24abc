/** What a planted bug is: an edit of a source, which the simulation must notice. */
import type { Scenario } from '../scenario';

export interface PlantedBug {
	name: string;
	/** Below nodes/SalesOrderIntegration/trigger/. */
	file: string;
	/** A text that the file has exactly once, and what takes its place. */
	find: string;
	replace: string;
	/** What is special about the worlds that show it. Default: what chance gives each of them. */
	traits?: string[];
	/** Whether a world can show it at all. Default: each one. */
	suits?(world: Scenario): boolean;
}

/**
 * The source of a file with the bug in it.
 *
 * @throws Error if the bug does not fit the source any more
 */
export function planted({ name, file, find, replace }: PlantedBug, source: string): string {
	const parts = source.split(find);
	if (parts.length !== 2) throw new Error(`${name}: ${file} has its text ${parts.length - 1} times`);
	return parts.join(replace);
}
