/** What the user should know although all went well: collected while reading, shown once as hints (design 3). */

/** A sentence for the user about data or waiting. One of the kind `rateLimit` or `reconciled` is no warning. */
type Hint = { kind: string; message: string };

/** A hint that names more, or longer ones, would not be read. */
const MOST_NAMED = 10;
const LONGEST_NAME = 300;

/** The names, parted by commas: the first ten, and how many more there are. */
export function named(names: string[]): string {
	const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
	const shown = (name: string) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name);
	return names.slice(0, MOST_NAMED).map(shown).join(', ') + more;
}

/** Collects hints; each is kept once. */
export class Hints {
	/** The names of the fields of an unexpected type, such as `items.price`, in the order in which they were seen. */
	readonly oddFields = new Set<string>();
	private rateLimitMs = 0;
	/** By what may be said only once; a later message replaces the earlier one. */
	private readonly hints = new Map<string, Hint>();

	waitedForRateLimit(waitMs: number): void {
		this.rateLimitMs += waitMs;
		const seconds = Math.ceil(this.rateLimitMs / 1000);
		this.set('rateLimit', `Waited ${seconds} s because the limit of requests per minute was used up.`);
	}

	/** Fields of another type than the specification says. */
	sawOddFields(fields: string[]): void {
		for (const field of fields) this.oddFields.add(field);
		if (this.oddFields.size === 0) return;
		const names = [...this.oddFields].sort().join(', ');
		const message = `Fields are missing or have an unexpected type: ${names}. No value was changed. Check what the next nodes make of them, and tell the provider of the service.`;
		this.set('oddData', message);
	}

	/** Beside others of its kind, but the same message once. */
	add(kind: string, message: string): void {
		this.hints.set(`${kind} ${message}`, { kind, message });
	}

	/** As {@link add}, but instead of an earlier one of its kind, which goes where there is no message any more. */
	set(kind: string, message?: string): void {
		if (message === undefined) this.hints.delete(kind);
		else this.hints.set(kind, { kind, message });
	}

	/** Everything that was noticed, in the order in which it was noticed first. */
	list(): Hint[] {
		return [...this.hints.values()];
	}
}
