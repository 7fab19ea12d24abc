/** A small seeded source of random numbers, cheap enough to start again for every generated order. */
import type { Randomizer } from '@faker-js/faker';

/** Repeats the same numbers for the same seeds. Also serves faker, so that no global state is involved. */
export class SeededRandom implements Randomizer {
	private state: number;

	constructor(...seeds: number[]) {
		this.state = mixed(seeds);
	}

	/** A number in [0, 1). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let bits = this.state;
		bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
		bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
		return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
	}

	/** Starts again; asked for by faker's interface. */
	seed(seed: number | number[]): void {
		this.state = mixed(Array.isArray(seed) ? seed : [seed]);
	}

	/** An integer from `minimum` to `maximum`, both included. */
	integer(minimum: number, maximum: number): number {
		return minimum + Math.floor(this.next() * (maximum - minimum + 1));
	}

	/** True with the given probability (0 to 1). */
	chance(probability: number): boolean {
		return this.next() < probability;
	}

	/** One of the values. */
	pick<Value>(values: readonly Value[]): Value {
		if (values.length === 0) throw new Error('Nothing to pick from');
		return values[Math.floor(this.next() * values.length)] as Value;
	}

	/** A waiting time until the next event of a Poisson stream with this mean, in the unit of the mean. */
	exponential(mean: number): number {
		return -Math.log(1 - this.next()) * mean;
	}

	/** The values in a random order, as a new array. */
	shuffled<Value>(values: readonly Value[]): Value[] {
		const result = values.slice();
		for (let last = result.length - 1; last > 0; last--) {
			const other = Math.floor(this.next() * (last + 1));
			[result[last], result[other]] = [result[other] as Value, result[last] as Value];
		}
		return result;
	}
}

// Neighbouring seeds (order 1, order 2) must not give neighbouring streams.
function mixed(seeds: number[]): number {
	let state = 0x9e3779b9;
	for (const seed of seeds) {
		state = Math.imul(state ^ (seed | 0), 0x85ebca6b);
		state = Math.imul(state ^ (state >>> 13) ^ Math.floor(seed / 4294967296), 0xc2b2ae35);
		state ^= state >>> 16;
	}
	return state | 0;
}
