/** What a keeper and the process it works for say to each other over their channel. */

/** One program for a keeper to run. Its output goes to `logFile`, appended. */
export interface ProgramToRun {
	readonly command: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	readonly logFile: string;
	/** Run as this user and group; only root may ask for it. */
	readonly user?: { readonly uid: number; readonly gid: number };
	/** What asks the program to end in an orderly way. */
	readonly endSignal: NodeJS.Signals;
	/** How long it may take to do so before its whole process group is killed, in milliseconds. */
	readonly endGraceMs: number;
}

export type MessageToKeeper =
	| { readonly kind: 'run'; readonly program: ProgramToRun }
	/** End what runs, remove the folders, leave. The same happens when the channel closes. */
	| { readonly kind: 'close' };

export type MessageFromKeeper =
	| { readonly kind: 'ready' }
	| { readonly kind: 'started'; readonly pid: number }
	| { readonly kind: 'notStarted'; readonly reason: string }
	| { readonly kind: 'exited'; readonly code: number | null; readonly signal: NodeJS.Signals | null };
