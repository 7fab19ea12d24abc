/** Random faults for soaks: the same for the same seed. */
import { faultKinds, type Fault, type FaultSource } from './faults';
import { SeededRandom } from './seededRandom';

/** Statuses that a service or a proxy in front of it may answer with. */
const statuses = [201, 204, 400, 403, 404, 500, 502, 503, 504];

/** What goes wrong, and how often. */
export interface RandomFaultOptions {
	seed: number;
	/** Of each request, 0 to 1. */
	probability: number;
	/** Default: every kind but `rewrite`, which needs a function. */
	kinds?: ReadonlyArray<Fault['kind']>;
	/** Size of oversized bodies, in characters. Default: 1 MiB. */
	oversize?: number;
	/** Longest delay, and slowest body, in milliseconds. Default: 200. */
	longestDelay?: number;
}

/** A source for `faults.decideBy`. */
export function randomFaults(options: RandomFaultOptions): FaultSource {
	const random = new SeededRandom(options.seed, 5);
	const kinds = options.kinds ?? faultKinds.filter((kind) => kind !== 'rewrite');
	return () =>
		random.chance(options.probability) ? randomFault(random.pick(kinds), random, options) : undefined;
}

function randomFault(kind: Fault['kind'], random: SeededRandom, options: RandomFaultOptions): Fault {
	switch (kind) {
		case 'delay':
		case 'slowBody':
			return { kind, milliseconds: random.integer(0, options.longestDelay ?? 200) };
		case 'reset':
		case 'hang':
			return { kind, takesEffect: random.chance(0.5) };
		case 'cutBody':
		case 'invalidJson':
			return { kind, share: 0.05 + random.next() * 0.9 };
		case 'status':
			return { kind, status: random.pick(statuses) };
		case 'tooManyRequests':
			return { kind, resetAfterMs: random.pick([null, 1000, 60_000, 90_000]) };
		case 'notAnEnvelope':
			return {
				kind,
				body: random.pick<unknown>([{}, [], null, 'ok', { pagination: {} }, { salesOrders: {} }]),
			};
		case 'oversizedBody':
			return { kind, characters: options.oversize ?? 1024 * 1024 };
		case 'headers':
			return { kind, headers: { 'X-RateLimit-Reset': random.pick(['-1', 'soon', '99999999999', '']) } };
		case 'rewrite':
			throw new Error('A random rewrite is not possible: it needs a function');
		default:
			return { kind };
	}
}
