/**
 * Every kind of fault at random: each run ends with all orders, or with an error that names the cause (design 3).
 * REPETITIONS=17 takes more seeds; SEED says which is the first (1).
 */
import { failureTable, type FailureKind } from '../../nodes/SalesOrderIntegration/errors/failureTable';
import { randomFaults, type Fault } from '../../sandbox';
import { seeds } from '../support/seeds';
import { HOUR } from '../support/time';
import { serveInSimulatedTime, type ServedSandbox } from './support';

const ORDERS = 5000;
const PAGE_SIZE = 250;
const PROBABILITY = 0.2;
/** Faults such as 404 end a run at once, so that several may be needed until one reaches the end. */
const MAX_RUNS = 40;

/** What a run may say whose last request had a fault of this kind. Faults without an entry do no harm. */
const causes: Partial<Record<Fault['kind'], FailureKind[]>> = {
	hang: ['timeout'],
	reset: ['connectionLost'],
	cutBody: ['connectionLost'],
	invalidJson: ['invalidJson'],
	emptyBody: ['invalidJson'],
	html200: ['html'],
	redirect: ['redirect'],
	status: ['unexpectedSuccess', 'badRequest', 'forbidden', 'notFound', 'brokenLink', 'serverError'],
	tooManyRequests: ['rateLimited'],
	notAnEnvelope: ['notAnEnvelope'],
	endlessBody: ['tooLarge', 'timeout'],
};

function kindOf(message: string): FailureKind | undefined {
	const entry = Object.entries(failureTable).find(([, row]) => message.startsWith(row.message));
	return entry?.[0] as FailureKind | undefined;
}

/** One run; gives whether all orders came. */
async function runOnce({ sandbox, run }: Pick<ServedSandbox, 'sandbox' | 'run'>): Promise<boolean> {
	sandbox.log.clear();
	const { items, error } = await run({ resource: 'salesOrder', operation: 'list', output: 'raw' });
	const { entries } = sandbox.log;
	expect(Math.max(...entries.map(({ overlapping }) => overlapping))).toBe(0);
	if (!error) {
		const ids = new Set(items.map(({ json }) => json.id));
		expect(items).toHaveLength(ORDERS);
		expect(ids).toEqual(new Set(sandbox.world.all().map(({ id }) => id)));
		return true;
	}
	const kind = kindOf(error.message);
	expect(items).toEqual([]);
	expect(causes[entries.at(-1)?.faults[0] as Fault['kind']]).toContain(kind);
	return false;
}

test.each(seeds(3))('seed %i', async (seed) => {
	const { time, ...served } = await serveInSimulatedTime(
		{
			seed,
			orders: { count: ORDERS, deletedShare: 0 },
			lines: { minimum: 0, maximum: 0 },
			switches: { pageSize: PAGE_SIZE },
		},
		{ seed },
	);
	served.sandbox.faults.decideBy(randomFaults({ seed, probability: PROBABILITY }));
	let isComplete = false;
	for (let runs = 0; !isComplete && runs < MAX_RUNS; runs++) {
		const began = time.now();
		isComplete = await runOnce(served);
		expect(time.now() - began).toBeLessThan(HOUR);
	}
	expect(isComplete).toBe(true);
});
