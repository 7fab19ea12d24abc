/** How long the windows of a part are (design 4, "Windows"). */
import type { FailureKind } from '../../../nodes/SalesOrderIntegration/errors/failureTable';
import { WindowLength } from '../../../nodes/SalesOrderIntegration/lists/windowLength';
import { DAY, HOUR, MINUTE, NOON } from '../../support/time';

const window = { from: NOON - 8 * HOUR, to: NOON };
const withFuture = { from: NOON - 8 * HOUR, to: NOON + 365 * DAY };
/** All that arrives with the right time lies before it. */
const NOW = NOON + MINUTE;
const lengthOf = (length: WindowLength) => {
	const { from, to } = length.windowOf({ from: 0, to: Infinity }, NOW);
	return to - from;
};

it('a window is all that is left, until one was too long', () => {
	expect(new WindowLength().windowOf(withFuture, NOW)).toEqual(withFuture);
});

const failures =
	'badRequest forbidden notFound serverError timeout outOfTime tooLarge unsettled invalidJson connectionLost ' +
	'foreignLink brokenLink pageLoop html notAnEnvelope redirect unexpectedSuccess';

it.each(failures.split(' ') as FailureKind[])(
	'failed (%s), a window is halved, down to an hour; with several pages, down to a second',
	(kind) => {
		const length = new WindowLength();
		const outcomes = [8, 4, 2, 1].map(() => length.failed(length.windowOf(window, NOW), kind, false, NOW));
		expect(outcomes).toEqual(['shorter', 'shorter', 'shorter', 'shortest']);
		expect(lengthOf(length)).toBe(HOUR);
		for (let turn = 0; turn < 20; turn++) length.failed(length.windowOf(window, NOW), kind, true, NOW);
		expect(lengthOf(length)).toBe(1_000);
		expect(length.failed(length.windowOf(window, NOW), kind, true, NOW)).toBe('shortest');
		length.reset();
		expect(length.windowOf(window, NOW)).toEqual(window);
	},
);

const others = ['unauthorized', 'unknownHost', 'tls', 'cancelled'] as const;
it.each(others)('a failure that no shorter window survives (%s) changes nothing', (kind) => {
	const length = new WindowLength();
	expect(length.failed(window, kind, true, NOW)).toBe(undefined);
	expect(length.windowOf(window, NOW)).toEqual(window);
});

it('the rate limit shortens a window of several pages, and no other', () => {
	const length = new WindowLength();
	length.failed(window, 'rateLimited', false, NOW);
	expect(length.windowOf(window, NOW)).toEqual(window);
	length.failed(window, 'rateLimited', true, NOW);
	expect(lengthOf(length)).toBe(4 * HOUR);
});

it('its future is cut off first, all at once', () => {
	const length = new WindowLength();
	length.cut(withFuture, 2, NOW);
	expect(length.windowOf(withFuture, NOW)).toEqual({ ...window, to: NOW - 5_000 });
});

it.each([
	[1.1, 4],
	[2, 4],
	[8, 1],
])('with %d times more than a window may hold it is cut to fit, at least by half', (excess, hours) => {
	const length = new WindowLength();
	length.cut(window, excess, NOW);
	expect(lengthOf(length)).toBe(hours * HOUR);
});

it('what fails ahead makes no window before the present shorter', () => {
	const length = new WindowLength();
	expect(length.failed(withFuture, 'timeout', false, NOON)).toBe('again');
	const past = length.windowOf(withFuture, NOON);
	expect(past).toEqual({ ...window, to: NOON - 5_000 });
	length.succeeded(past, NOON);
	const ahead = () => length.windowOf({ ...withFuture, from: past.to }, NOON);
	expect(ahead()).toEqual({ from: past.to, to: past.to + (past.to - past.from) });
	expect(length.failed(ahead(), 'timeout', false, NOON)).toBe('shorter');
	expect(length.windowOf(withFuture, NOON)).toEqual(past);
});

it('once all that lies ahead was read, it is read along again', () => {
	const length = new WindowLength();
	length.failed(withFuture, 'timeout', false, NOON);
	let left = { ...withFuture, from: length.windowOf(withFuture, NOON).to };
	const lengths: number[] = [];
	while (left.from < left.to) {
		const ahead = length.windowOf(left, NOON);
		length.succeeded(ahead, NOON);
		lengths.push(Math.round((ahead.to - ahead.from) / HOUR));
		left = { ...left, from: ahead.to };
	}
	expect(lengths).toEqual([8, 32, 128, 512, 2048, 6032]);
	expect(length.windowOf(withFuture, NOON)).toEqual(withFuture);
});

it('what is read along ahead says nothing of how long windows before the present may be', () => {
	const length = new WindowLength();
	length.failed(window, 'timeout', false, NOW);
	for (let number = 0; number < 30; number++) length.succeeded({ ...withFuture, from: NOON - HOUR }, NOON);
	expect(lengthOf(length)).toBe(4 * HOUR);
});

it('success lets the next window grow fourfold', () => {
	const length = new WindowLength();
	length.cut(window, 8, NOW);
	length.succeeded({ from: 0, to: HOUR }, NOW);
	expect(lengthOf(length)).toBe(4 * HOUR);
	length.succeeded({ from: 0, to: 4 * HOUR }, NOW);
	expect(lengthOf(length)).toBe(16 * HOUR);
});

it('a length that has failed is not tried again for twenty windows', () => {
	const length = new WindowLength();
	length.failed(window, 'timeout', false, NOW);
	for (let number = 0; number < 19; number++) {
		length.succeeded(length.windowOf(window, NOW), NOW);
		expect(lengthOf(length)).toBe(4 * HOUR);
	}
	length.succeeded(length.windowOf(window, NOW), NOW);
	length.succeeded(length.windowOf(window, NOW), NOW);
	expect(lengthOf(length)).toBe(16 * HOUR);
});

it('after a try of a much longer window has failed, the part goes on at once with the length that was read', () => {
	const length = new WindowLength();
	length.succeeded({ from: 0, to: 4 * HOUR }, NOW);
	// If it was refused, a limit of the service lies in between.
	expect(length.failed({ from: 0, to: 32 * HOUR }, 'badRequest', false, NOW)).toBe('again');
	expect(lengthOf(length)).toBe(16 * HOUR);
	expect(length.failed({ from: 0, to: 16 * HOUR }, 'serverError', false, NOW)).toBe('again');
	expect(lengthOf(length)).toBe(4 * HOUR);
	expect(length.failed({ from: 0, to: 4 * HOUR }, 'serverError', false, NOW)).toBe('shorter');
	expect(lengthOf(length)).toBe(2 * HOUR);
});

it('an hour is never tried again at once, whatever was read before', () => {
	const length = new WindowLength();
	length.succeeded({ from: 0, to: 10 * MINUTE }, NOW);
	expect(length.failed({ from: 0, to: HOUR }, 'badRequest', false, NOW)).toBe('shortest');
});
