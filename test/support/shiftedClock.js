/** With TEST_NOW set to an instant, each test file begins at that instant: only `Date` moves, timers run as ever. */
const begin = process.env.TEST_NOW;

if (begin !== undefined && begin !== '') {
	const realNow = Date.now;
	const offset = Date.parse(begin) - realNow();
	if (Number.isNaN(offset)) throw new Error(`TEST_NOW is not an instant: ${begin}`);
	Date.now = () => realNow() + offset;
	globalThis.Date = new Proxy(Date, {
		construct: (target, given, newTarget) =>
			Reflect.construct(target, given.length === 0 ? [Date.now()] : given, newTarget),
		apply: (target) => new target(Date.now()).toString(),
	});
}
