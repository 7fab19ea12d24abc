/** What a piece of work costs the process that does it. */
import { readFileSync, writeFileSync } from 'node:fs';

/** The cost of a piece of work. */
export interface Measure {
	/** User and system time, milliseconds, of all threads. */
	cpuMs: number;
	wallMs: number;
	/** The most memory that the process held at once, beyond `idleBytes`. */
	addedBytes: number;
	/** The most memory that the process held at once, bytes. */
	peakBytes: number;
}

/**
 * Does the work and measures it.
 *
 * @param idleBytes what the process held when it had not yet worked at all: what it frees later may stay with it
 */
export async function measure(work: () => Promise<void>, idleBytes: number): Promise<Measure> {
	globalThis.gc?.();
	forgetPeak();
	const cpu = process.cpuUsage();
	const began = performance.now();
	await work();
	const wallMs = performance.now() - began;
	const { user, system } = process.cpuUsage(cpu);
	const peakBytes = peak();
	return { cpuMs: (user + system) / 1000, wallMs, addedBytes: peakBytes - idleBytes, peakBytes };
}

/** Linux only; elsewhere the peak is that of the whole life of the process. */
export function forgetPeak(): void {
	if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

/** The most memory held at once, bytes. Not resourceUsage on Linux: there it begins with that of the parent process. */
export function peak(): number {
	if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
	const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
	return Number(kilobytes) * 1024;
}
