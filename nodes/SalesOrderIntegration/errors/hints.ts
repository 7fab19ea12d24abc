/** What the user should hear although all went well: collected while reading, shown once each as hints (design 3). */

/** A sentence for the user about data or waiting; not an error. */
export interface Hint {
	kind:
		| 'rateLimit'
		| 'oddData'
		| 'leftOut'
		| 'listChanged'
		| 'uncounted'
		| 'timezone'
		| 'emptyExpression'
		| 'truncated'
		| 'sameExternalId'
		| 'deletedOrder'
		| 'repeatedList'
		| 'unmatchedFilter'
		| 'unknownField'
		| 'reconciled'
		| 'longIds';
	message: string;
}

/** Collects hints; each is kept once. */
export class Hints {
	private rateLimitMs = 0;

	private readonly oddFields = new Set<string>();

	/** By the address of their page, since a list may be read again. */
	private readonly leftOut = new Map<string, number>();

	private readonly others = new Map<string, Hint>();

	/** A pause for the rate limit is about to be waited out. */
	waitedForRateLimit(waitMs: number): void {
		this.rateLimitMs += waitMs;
	}

	/** Fields that were handed on as they came although they are of another type than the specification says. */
	sawOddFields(fields: string[]): void {
		for (const field of fields) this.oddFields.add(field);
	}

	/** So many entries of the page at an address are no objects, and cannot be handed on. */
	leftOutEntries(url: string, count: number): void {
		if (count > 0) this.leftOut.set(url, count);
	}

	/** Records whose `id` is beyond 2^53, see json.ts. */
	sawLongIds(): void {
		this.add(
			'longIds',
			'Some IDs have more digits than a number can hold exactly; they are handed on as text, with all their digits. Keep them as text in what follows.',
		);
	}

	/** Anything else. */
	add(kind: Hint['kind'], message: string): void {
		this.others.set(`${kind} ${message}`, { kind, message });
	}

	/** As {@link add}, but only the first of its kind: for what can happen with every item. */
	addFirst(kind: Hint['kind'], message: string): void {
		if (![...this.others.values()].some((hint) => hint.kind === kind)) this.add(kind, message);
	}

	/** Everything that was noticed, in a steady order. */
	list(): Hint[] {
		const hints = [...this.others.values()];
		if (this.rateLimitMs > 0) {
			const seconds = Math.ceil(this.rateLimitMs / 1000);
			hints.push({
				kind: 'rateLimit',
				message: `Waited ${seconds} s because the service's limit of requests per minute was used up. Nothing is missing.`,
			});
		}
		if (this.oddFields.size > 0) {
			const fields = [...this.oddFields].sort().join(', ');
			hints.push({
				kind: 'oddData',
				message: `The service sent fields of an unexpected type; they were handed on as they came: ${fields}.`,
			});
		}
		const leftOut = [...this.leftOut.values()].reduce((sum, count) => sum + count, 0);
		if (leftOut > 0) {
			const [entries, were] = leftOut === 1 ? ['1 entry', 'was'] : [`${leftOut} entries`, 'were'];
			hints.push({
				kind: 'leftOut',
				message: `${entries} of the lists that the service sent ${were} left out: in place of an order or a user stood something else, such as a text.`,
			});
		}
		return hints;
	}
}
