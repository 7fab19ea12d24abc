/** What the user should know although all went well: each thing once, with what happened all in all (design 3). */
import { Hints } from '../../../nodes/SalesOrderIntegration/errors/hints';

const told = (hints: Hints) => hints.list().map(({ kind, message }) => `${kind}: ${message}`);

test('waits for the rate limit are added up, in whole seconds', () => {
	const hints = new Hints();
	hints.waitedForRateLimit(1_001);
	hints.waitedForRateLimit(1_000);
	expect(told(hints)).toEqual([
		'rateLimit: Waited 3 s because the limit of requests per minute was used up.',
	]);
});

test('odd fields are named once, in alphabetical order', () => {
	const hints = new Hints();
	hints.sawOddFields([]);
	expect(hints.list()).toEqual([]);
	hints.sawOddFields(['totalSales', 'id']);
	hints.sawOddFields(['id', 'customer.code']);
	hints.sawOddFields([]);
	expect(told(hints)).toEqual([
		expect.stringMatching(/^oddData: .* type: customer\.code, id, totalSales\. /),
	]);
});

test('each is kept once, in the order in which it was noticed first; a later one of its kind can replace it', () => {
	const hints = new Hints();
	hints.add('truncated', 'one');
	hints.set('reconciled', '1 order');
	hints.set('leftOut', 'an entry');
	hints.add('truncated', 'two');
	hints.add('truncated', 'one');
	hints.set('reconciled', '2 orders');
	expect(told(hints)).toEqual([
		'truncated: one',
		'reconciled: 2 orders',
		'leftOut: an entry',
		'truncated: two',
	]);
});
