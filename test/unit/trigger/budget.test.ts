/** The time of a poll: how it is shared, and what fits into it (design 4). */
import { Budget } from '../../../nodes/SalesOrderIntegration/trigger/budget';
import type { Page } from '../../../nodes/SalesOrderIntegration/lists/pages';
import { SimulatedTiming } from '../../support/simulatedTiming';
import { NOON } from '../../support/time';

const pages = (totalPages?: number): Page => ({
	records: [],
	totalPages,
	isLast: true,
	nextPage: '',
	readAt: 0,
});

/** A budget of 20 seconds after two calls of so many milliseconds each. */
async function after(callMs: number) {
	const timing = new SimulatedTiming({ start: NOON });
	const budget = new Budget(timing, NOON + 20_000);
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

test('the time that is left is shared by those who have not had their turn', async () => {
	const { budget, timing } = await after(4_000);
	expect(budget.endOfShare(3)).toBe(timing.now() + 4_000);
	expect(budget.endOfShare(1)).toBe(budget.deadline);
	expect([budget.isBefore(timing.now() + 1), budget.isBefore(timing.now())]).toEqual([true, false]);
});

test.each([
	[undefined, 0],
	[1, 0],
	[7, 1],
	[13, 2],
])(
	'of a list of %p pages, one of which is read, the rest takes %i times the planned time',
	async (total, ratio) => {
		const { budget, timing } = await after(1_000);
		expect(budget.ratioOf(pages(total), timing.now() + 12_000)).toBe(ratio);
	},
);

test('a list that does not fit is far too long once the time is over', async () => {
	const { budget, timing } = await after(1_000);
	expect(budget.ratioOf(pages(3), timing.now())).toBe(2_000);
});

test.each([
	[undefined, false],
	[20, false],
	[21, true],
])('a list of %p pages is too long for a whole poll of twenty calls: %s', async (total, isTooLong) => {
	expect((await after(1_000)).budget.isTooLongForAPoll(pages(total))).toBe(isTooLong);
});
