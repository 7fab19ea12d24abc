/** Changes that happen at a time of their own. */

/** Keeps changes until their time has come. */
export class ChangeSchedule {
	/** In the order in which they happen, milliseconds since 1970. Most are added at or near the end. */
	private readonly changes: Array<{ time: number; apply: () => void }> = [];

	/** Adds a change; of several at the same time, the one that was added first happens first. */
	add(time: number, apply: () => void): void {
		const position = this.changes.findLastIndex((change) => change.time <= time);
		this.changes.splice(position + 1, 0, { time, apply });
	}

	/** Applies, in the order of their times, the changes that are due at `now`. */
	applyDue(now: number): void {
		for (let next = this.changes[0]; next && next.time <= now; next = this.changes[0]) {
			this.changes.shift();
			next.apply();
		}
	}
}
