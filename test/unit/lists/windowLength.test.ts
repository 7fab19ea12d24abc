/** How long the windows of a part are (design 4, "Windows"). */
import type { FailureKind } from '../../../nodes/SalesOrderIntegration/errors/failureTable';
import { WindowLength } from '../../../nodes/SalesOrderIntegration/lists/windowLength';
import { DAY, HOUR, MINUTE, NOON } from '../../support/time';

const window = { from: NOON - 8 * HOUR, to: NOON };
const withFuture = { from: NOON - 8 * HOUR, to: NOON + 365 * DAY };
/** All that arrives with the right time lies before it. */
const NOW = NOON + MINUTE;
const lengthOf = (length: WindowLength) => {
	const { from, to } = length.windowOf({ from: 0, to: Infinity });
	return to - from;
};

it('a window is all that is left, until one was too long', () => {
	expect(new WindowLength().windowOf(withFuture)).toEqual(withFuture);
});

it.each(['badRequest', 'forbidden', 'notFound'] as const)(
	'refused (%s), a window is halved and tried again at once, down to an hour',
	(kind) => {
		const length = new WindowLength();
		const lengths: number[] = [];
		let next = window;
		for (let isWorthATry = true; isWorthATry;) {
			isWorthATry = length.failed(next, kind, false, NOW) === 'again';
			next = length.windowOf(window);
			lengths.push(lengthOf(length) / HOUR);
		}
		expect(lengths).toEqual([4, 2, 1, 1]);
	},
);

const overloads =
	'serverError timeout outOfTime tooLarge unsettled invalidJson connectionLost foreignLink brokenLink pageLoop';

it.each(overloads.split(' ') as FailureKind[])(
	'failed (%s), a window is halved for the next turn, down to an hour: then a length says nothing; with several pages, down to a second',
	(kind) => {
		const length = new WindowLength();
		const outcomes = [4, 2, 1].map(() => length.failed(length.windowOf(window), kind, false, NOW));
		expect(outcomes).toEqual(['later', 'later', 'later']);
		expect(lengthOf(length)).toBe(HOUR);
		expect(length.failed(length.windowOf(window), kind, false, NOW)).toBe('shortest');
		expect(lengthOf(length)).toBe(Infinity);
		for (let turn = 0; turn < 20; turn++) length.failed(length.windowOf(window), kind, true, NOW);
		expect(lengthOf(length)).toBe(1_000);
		expect(length.failed(length.windowOf(window), kind, true, NOW)).toBe('shortest');
	},
);

it.each(['unauthorized', 'unknownHost', 'tls', 'cancelled'] as const)(
	'a failure that no shorter window survives (%s) changes nothing',
	(kind) => {
		const length = new WindowLength();
		expect(length.failed(window, kind, true, NOW)).toBe(undefined);
		expect(length.windowOf(window)).toEqual(window);
	},
);

it('the rate limit shortens a window of several pages, and no other', () => {
	const length = new WindowLength();
	length.failed(window, 'rateLimited', false, NOW);
	expect(length.windowOf(window)).toEqual(window);
	length.failed(window, 'rateLimited', true, NOW);
	expect(lengthOf(length)).toBe(4 * HOUR);
});

it('its future is cut off first, all at once', () => {
	const length = new WindowLength();
	length.cut(withFuture, 2, NOW);
	expect(length.windowOf(withFuture)).toEqual({ ...window, to: NOW - 5_000 });
});

it.each([
	[1.1, 4],
	[2, 4],
	[8, 1],
])(
	'with %d times more than a window may hold it is cut as much as necessary, at least by half',
	(excess, hours) => {
		const length = new WindowLength();
		length.cut(window, excess, NOW);
		expect(lengthOf(length)).toBe(hours * HOUR);
	},
);

it('without its future, a window says nothing of how long the next ones may be', () => {
	const length = new WindowLength();
	length.failed(withFuture, 'badRequest', false, NOON);
	const past = length.windowOf(withFuture);
	length.succeeded(past);
	expect(lengthOf(length)).toBe(4 * (past.to - past.from));
});

it('success lets the next window grow fourfold', () => {
	const length = new WindowLength();
	length.cut(window, 8, NOW);
	length.succeeded({ from: 0, to: HOUR });
	expect(lengthOf(length)).toBe(4 * HOUR);
	length.succeeded({ from: 0, to: 4 * HOUR });
	expect(lengthOf(length)).toBe(16 * HOUR);
});

it('a length that has failed is not tried again for twenty windows', () => {
	const length = new WindowLength();
	length.failed(window, 'timeout', false, NOW);
	for (let number = 0; number < 19; number++) {
		length.succeeded(length.windowOf(window));
		expect(lengthOf(length)).toBe(4 * HOUR);
	}
	length.succeeded(length.windowOf(window));
	length.succeeded(length.windowOf(window));
	expect(lengthOf(length)).toBe(16 * HOUR);
});

it('after a try of a much longer window has failed, the part goes on at once with the length that was read', () => {
	const length = new WindowLength();
	length.succeeded({ from: 0, to: 4 * HOUR });
	expect(length.failed({ from: 0, to: 16 * HOUR }, 'serverError', false, NOW)).toBe('again');
	expect(lengthOf(length)).toBe(4 * HOUR);
	expect(length.failed({ from: 0, to: 4 * HOUR }, 'serverError', false, NOW)).toBe('later');
	expect(lengthOf(length)).toBe(2 * HOUR);
});
