/** What the benchmark reports: ratios between things that were measured in turn, in the same run. */

/** One line of the table. */
export interface Figure {
	/** Under which circumstances, such as `10,000 orders, raw`. */
	circumstances: string;
	/** What is divided by what. */
	ratio: string;
	/** One for each repetition. */
	values: number[];
	/** The ratio is to be at most this; no aim where it is only told. */
	aim?: number;
	/** What was divided, in its own units. */
	measured: string;
}

/** The middle of the repetitions, and how far they lie apart. Errors: RangeError for no values. */
export function spreadOf(values: readonly number[]) {
	const sorted = [...values].sort((one, other) => one - other);
	const [least, most] = [sorted[0], sorted.at(-1)];
	if (least === undefined || most === undefined) throw new RangeError('Nothing was measured');
	const middle = (sorted.length - 1) / 2;
	const median = ((sorted[Math.floor(middle)] ?? least) + (sorted[Math.ceil(middle)] ?? most)) / 2;
	return { median, least, most };
}

/** What is compared: the measures of one repetition each, in the same sequence. */
export interface Comparison<Measure> {
	one: readonly Measure[];
	other: readonly Measure[];
	of(measure: Measure): number;
	/** Writes an amount with its unit. */
	format(amount: number): string;
}

/** The ratio of two measures in each repetition, and the medians of both. */
export function compare<Measure>({ one, other, of, format }: Comparison<Measure>) {
	const values = one.map((measure, repetition) => of(measure) / of(other[repetition] as Measure));
	const middle = (measures: readonly Measure[]) => format(spreadOf(measures.map(of)).median);
	return { values, measured: `${middle(one)} / ${middle(other)}` };
}

/** An amount against one that it is to stay below: the aim is a ratio of 1. */
export function against(limit: number, amounts: readonly number[], format: (amount: number) => string) {
	return {
		values: amounts.map((amount) => amount / limit),
		measured: `${format(spreadOf(amounts).median)} / ${format(limit)}`,
		aim: 1,
	};
}

/** Whole numbers with thousands separated, small ones with two digits behind the point. */
export function count(amount: number): string {
	return amount.toLocaleString('en-US', { maximumFractionDigits: amount < 10 ? 2 : 0 });
}

/** Milliseconds, or seconds where there are many. */
export function duration(ms: number): string {
	return ms < 10_000 ? `${count(ms)} ms` : `${count(ms / 1000)} s`;
}

/** Bytes as kB, or MB where there are many. */
export function size(bytes: number): string {
	return bytes < 1_000_000 ? `${count(bytes / 1000)} kB` : `${count(bytes / 1_000_000)} MB`;
}

/**
 * Runs all variants once in each repetition, each time beginning with another one, so that whatever slows the machine
 * down for a while slows all of them down.
 */
export async function interleaved<Name extends string, Measure>(
	repetitions: number,
	variants: Record<Name, () => Promise<Measure>>,
) {
	const names = Object.keys(variants) as Name[];
	const measures = {} as Record<Name, Measure[]>;
	for (let repetition = 0; repetition < repetitions; repetition++) {
		for (const position of names.keys()) {
			const name = names[(position + repetition) % names.length] as Name;
			(measures[name] ??= []).push(await variants[name]());
		}
	}
	return measures;
}
