/** Changes that happen at a time of their own. */
import { firstWhere } from './firstWhere';

interface ScheduledChange {
	/** Milliseconds since 1970. */
	time: number;
	apply: () => void;
}

/** Changes that have happened are kept until there are this many, because taking them out one by one is slow. */
const MAXIMUM_HAPPENED = 1000;

/** Keeps changes until their time has come. */
export class ChangeSchedule {
	/** In the order in which they happen. Most are added at or near the end. */
	private changes: ScheduledChange[] = [];
	/** How many at the beginning have happened. */
	private happened = 0;

	/** Adds a change; of several at the same time, the one that was added first happens first. */
	add(time: number, apply: () => void): void {
		const position = firstWhere(this.changes, (change) => change.time > time, this.happened);
		this.changes.splice(position, 0, { time, apply });
	}

	/** Applies, in the order of their times, the changes that are due at `now`. */
	applyDue(now: number): void {
		for (let next = this.changes[this.happened]; next && next.time <= now;) {
			this.happened++;
			if (this.happened >= MAXIMUM_HAPPENED) this.dropHappened();
			next.apply();
			next = this.changes[this.happened];
		}
	}

	private dropHappened(): void {
		this.changes = this.changes.slice(this.happened);
		this.happened = 0;
	}
}
