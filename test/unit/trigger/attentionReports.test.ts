/** What is reported, to whom, and for how long it counts as known (design 2, `attention`). */
import { Attention } from '../../../nodes/SalesOrderIntegration/trigger/attention';
import { noAttention } from '../../../nodes/SalesOrderIntegration/trigger/state/state';
import type { AttentionState } from '../../../nodes/SalesOrderIntegration/trigger/state/state';
import { DAY, NOON } from '../../support/time';

function attention({
	isChosen = true,
	now = NOON,
	...state
}: Partial<AttentionState> & { isChosen?: boolean; now?: number } = {}) {
	const logged: string[] = [];
	const options = { isChosen, log: (message: string) => void logged.push(message) };
	return { logged, reports: new Attention({ ...noAttention, ...state }, now, options) };
}

const mismatch = { zoneAssumed: 'UTC', zonesThatFit: [], message: 'The zone is wrong.' };

test('a report goes to the log and to the workflow, once', () => {
	const { logged, reports } = attention();
	for (let times = 0; times < 2; times++) reports.oddData('leftOut', 'An entry was left out.');
	reports.oddData('oddData', 'A field is odd.');
	const { items, state } = reports.deliver(false);
	expect(items.map(({ message }) => message)).toEqual(['An entry was left out.', 'A field is odd.']);
	expect(logged).toEqual(items.map(({ message, advice }) => `${message} ${advice}`));
	expect(state).toEqual({
		lasting: { 'oddData leftOut': NOON, 'oddData oddData': NOON },
		waiting: [],
		reportedLast: true,
	});
});

test('it goes to the log alone where the event is not chosen, and is known all the same', () => {
	const { logged, reports } = attention({ isChosen: false });
	reports.miscounted('created');
	expect(logged).toHaveLength(1);
	expect(reports.deliver(false)).toEqual({
		items: [],
		state: { lasting: { 'miscounted created': NOON }, waiting: [], reportedLast: false },
	});
});

test.each([
	[0, false, true, false],
	[1, false, true, true],
	[1, false, false, true],
	[1, true, true, false],
	[1, true, false, true],
])('%i reports, after a report: %s, with orders: %s: due is %s', (count, reportedLast, hasOrders, isDue) => {
	const { reports } = attention({ reportedLast });
	if (count > 0) reports.miscounted('deleted');
	expect(reports.deliver(hasOrders).items.length > 0).toBe(isDue);
});

test('what waits stays until it is delivered', () => {
	const first = attention({ reportedLast: true }).reports;
	first.timeZone(mismatch);
	const { items, state } = first.deliver(true);
	expect([items, state.reportedLast]).toEqual([[], false]);
	expect(state.waiting).toHaveLength(1);
	const next = attention(state).reports.deliver(true);
	expect(next.items).toEqual(state.waiting);
	expect(next.state).toMatchObject({ waiting: [], reportedLast: true });
});

test('what was not noticed for a day has ended, but for a wrong time zone', () => {
	const { reports } = attention();
	reports.miscounted('created');
	reports.timeZone(mismatch);
	const { lasting } = reports.deliver(false).state;
	const known = (now: number) =>
		Object.keys(attention({ lasting, now }).reports.deliver(false).state.lasting);
	expect(known(NOON + DAY - 1)).toEqual(['miscounted created', 'timeZone UTC']);
	expect(known(NOON + DAY)).toEqual(['timeZone UTC']);
	const { reports: later, logged } = attention({ lasting, now: NOON + DAY - 1 });
	later.miscounted('created');
	expect([logged, later.deliver(false).state.lasting]).toEqual([
		[],
		{ ...lasting, 'miscounted created': NOON + DAY - 1 },
	]);
});

test('each order, list, zone, service and damage is reported for itself', () => {
	const { reports } = attention();
	reports.notConfirmed('7', 3);
	reports.notConfirmed('9007199254740993', 3);
	reports.miscounted('created');
	reports.miscounted('deleted');
	reports.timeZone(mismatch);
	reports.timeZone({ ...mismatch, zoneAssumed: 'Asia/Tokyo' });
	reports.stateRebuilt(NOON);
	reports.stateRebuilt(NOON + 1);
	reports.otherService('https://one.example', NOON);
	reports.otherService('https://two.example', NOON);
	const { items } = reports.deliver(false);
	const told = items.map(({ reason, aboutOrderId, message }) => [reason, aboutOrderId, message]);
	expect(told).toEqual([
		['notConfirmed', 7, expect.stringContaining('Order 7 still has no external ID after 3 deliveries')],
		['notConfirmed', '9007199254740993', expect.stringContaining('Order 9007199254740993 ')],
		['miscounted', null, expect.stringContaining('more sales orders than')],
		['miscounted', null, expect.stringContaining('more deleted orders than')],
		['timeZone', null, 'The zone is wrong.'],
		['timeZone', null, 'The zone is wrong.'],
		['stateRebuilt', null, expect.stringContaining('continues from 2026-07-15T12:00:00.000Z')],
		['stateRebuilt', null, expect.stringContaining('continues from 2026-07-15T12:00:00.001Z')],
		['otherService', null, expect.stringMatching(/https:\/\/one\.example\. .* 2026-07-15T12:00:00\.000Z/)],
		['otherService', null, expect.stringContaining('https://two.example')],
	]);
});

test('a service that the credential leads to again later is reported again', () => {
	const { reports } = attention();
	reports.otherService('https://one.example', NOON);
	const again = attention({ lasting: reports.deliver(false).state.lasting, now: NOON + 1 });
	again.reports.otherService('https://one.example', NOON);
	expect(again.logged).toHaveLength(1);
});
