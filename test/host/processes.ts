/** Looks at processes of this machine, for tests that promise that none is left. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { signalGroup } from '../../host/keeper/processGroup';

/** Waits until `condition` holds. Errors: it does not within `timeoutMs`. */
export async function eventually(
	what: string,
	condition: () => boolean | Promise<boolean>,
	timeoutMs = 15_000,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (!(await condition())) {
		if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${what}`);
		await sleep(50);
	}
}

/** The error that `work` ends with. Errors: it does not end with one. */
export async function reasonOf(work: Promise<unknown>): Promise<Error> {
	return await work.then(
		() => {
			throw new Error('It was to fail and did not');
		},
		(reason: Error) => reason,
	);
}

/** True while a process of the group that `leader` leads is there. */
export function groupIsThere(leader: number): boolean {
	return signalGroup(leader, 0);
}

/** True while the process is there. */
export function processIsThere(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

function processesOfGroup(leader: number): number[] {
	return readdirSync('/proc').flatMap((entry) => {
		try {
			const status = readFileSync(`/proc/${entry}/stat`, 'utf8');
			// The name, in brackets, may hold anything; the group is the third field after it.
			const group = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[2]);
			return group === leader ? [Number(entry)] : [];
		} catch {
			return [];
		}
	});
}

/** The addresses (hexadecimal, as the kernel shows them) at which a process group listens for TCP. Linux only. */
export function listeningAddresses(leader: number): string[] {
	const sockets = new Set(
		processesOfGroup(leader).flatMap((pid) =>
			readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
				try {
					return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1] ?? [];
				} catch {
					return [];
				}
			}),
		),
	);
	const listening = '0A';
	return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
		readFileSync(table, 'utf8')
			.trim()
			.split('\n')
			.slice(1)
			.map((line) => line.trim().split(/\s+/))
			.filter((columns) => columns[3] === listening && sockets.has(columns[9] ?? ''))
			.map((columns) => columns[1] ?? ''),
	);
}
