/** The time of a poll, and what fits into it (design 4). */
import { Budget } from '../../../nodes/SalesOrderIntegration/trigger/budget';
import type { Page } from '../../../nodes/SalesOrderIntegration/lists/pages';
import { SimulatedTiming } from '../../support/simulatedTiming';
import { NOON } from '../../support/time';

const pages = (totalPages?: number, isLast = totalPages === 1): Page => ({
	records: [],
	totalPages,
	isLast,
	nextPage: '',
	readAt: 0,
});

/** A budget of so many milliseconds after two calls of so many each. */
async function after(callMs: number, budgetMs = 20_000) {
	const timing = new SimulatedTiming({ start: NOON });
	const budget = new Budget(timing, NOON + budgetMs);
	const transport = budget.counting(async () => {
		timing.current += callMs;
		return await Promise.resolve({ status: 200, headers: {}, body: '' });
	});
	for (let call = 0; call < 2; call++) {
		const response = await transport({ method: 'GET', url: '' }, new AbortController().signal);
		expect(response.status).toBe(200);
	}
	return { timing, budget };
}

test.each([
	[17_999, true],
	[18_000, false],
	[20_000, false],
])('before the first call, a second is reckoned for it: after %i ms there is time: %s', (passed, hasTime) => {
	const timing = new SimulatedTiming({ start: NOON });
	const budget = new Budget(timing, NOON + 20_000);
	timing.current += passed;
	expect(budget.hasTime).toBe(hasTime);
});

test.each([
	[4_999, true],
	[5_000, false],
])(
	'then what the calls took, and twice the time of one must be left: after two of %i ms: %s',
	async (callMs, hasTime) => {
		expect((await after(callMs)).budget.hasTime).toBe(hasTime);
	},
);

test.each([
	[undefined, 0],
	[1, 0],
	[6, 1],
	[13, 2],
])('of %p pages, one read, the rest and its check take %i thirds of the poll', async (total, excess) => {
	// A third of 21 seconds; the calls are those of 1 second.
	expect((await after(1_000, 21_000)).budget.excessOf(pages(total))).toBe(excess);
});

test.each([
	[undefined, true],
	[1, true],
	[8, true],
	[9, false],
])('with 18 seconds left, at one a call, the rest of %p pages and its check fit: %s', async (total, fits) => {
	expect((await after(1_000)).budget.hasTimeFor(pages(total))).toBe(fits);
});

test('a window that begins now has a third of the poll, and never more than what is left', async () => {
	const { budget, timing } = await after(6_000);
	expect(budget.endOfWindow).toBe(timing.now() + 20_000 / 3);
	timing.current += 5_000;
	expect(budget.endOfWindow).toBe(budget.deadline);
});
