/** The command line of the sandbox. */
import { readArguments } from '../../../sandbox/arguments';

const read = (...words: string[]) => readArguments(['node', 'sandbox', ...words]);

function refusal(...words: string[]): string {
	const exit = jest.spyOn(process, 'exit').mockImplementation((code) => {
		throw new Error(`exit ${code}`);
	});
	const written: string[] = [];
	const write = jest
		.spyOn(process.stderr, 'write')
		.mockImplementation((text) => written.push(String(text)) > 0);
	try {
		expect(() => read(...words)).toThrow('exit 1');
		return written.join('');
	} finally {
		exit.mockRestore();
		write.mockRestore();
	}
}

test('reads numbers and any number of switches, and has defaults', () => {
	const {
		port,
		liveRate,
		seed,
		switch: switches,
	} = read(
		...['--port', '0', '--live-rate', '0.5', '--switch', 'sortOrder=id asc', '--switch', 'latency=20'],
		...['--switch', 'serverDateParameter=dateField=dateCreated', '--switch', 'totalPagesWhenEmpty=1'],
	);
	expect([port, liveRate, seed]).toEqual([0, 0.5, 1]);
	expect(switches).toEqual({
		sortOrder: 'id asc',
		latency: 20,
		serverDateParameter: { name: 'dateField', value: 'dateCreated' },
		totalPagesWhenEmpty: 1,
	});
});

test.each([
	[['--port', 'http'], 'Not a whole number'],
	[['--page-size', '0'], 'at least 1'],
	[['--days', '-3'], 'Not a number of 0 or more'],
	[['--switch', 'sortOrder'], 'name=value'],
	[['--switch', 'sortOrder=price'], 'sortOrder is one of: mobileDateCreated desc'],
	[['--switch', 'colour=red'], 'no switch colour'],
	[['--unknown'], 'unknown option'],
])('%j is refused: %s', (words, message) => {
	expect(refusal(...words)).toContain(message);
});
