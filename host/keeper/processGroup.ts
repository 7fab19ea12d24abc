/** Signals to whole process groups. */

/**
 * Sends `signal` to every process of the group that `leader` leads.
 * Gives false where no process of that group is left.
 */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-leader, signal);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ESRCH') return false;
		// macOS says so of a group whose last members are zombies.
		if (code === 'EPERM' && process.platform === 'darwin') return false;
		throw error;
	}
}
