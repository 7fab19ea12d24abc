/** Runs Debian's and Ubuntu's package tools so that they end with us and say what went wrong. */
import { existsSync } from 'node:fs';

import type { Keeper } from '../keeper/keeper';
import { runToEnd } from '../keeper/runToEnd';

/** True on a machine that has apt-get. */
export function hasAptGet(): boolean {
	return existsSync('/usr/bin/apt-get');
}

/** True where we may change what the system has. */
export function isRoot(): boolean {
	return process.getuid?.() === 0;
}

/**
 * Runs one of apt-get, dpkg-deb and their like to its end. Output goes to `logFile`.
 * Errors: it failed; the message holds the end of its output.
 */
export async function runPackageTool(
	keeper: Keeper,
	command: string,
	args: readonly string[],
	logFile: string,
): Promise<void> {
	const env = { PATH: process.env.PATH ?? '', DEBIAN_FRONTEND: 'noninteractive' };
	await runToEnd(
		keeper,
		{ command, args, cwd: '/', env, logFile, endSignal: 'SIGTERM', endGraceMs: 30_000 },
		`${command} ${args[0]}`,
	);
}
