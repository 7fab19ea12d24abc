/** The command line of the sandbox. */
import { readArguments } from '../../../sandbox/arguments';

function read(...words: string[]) {
	return readArguments(['node', 'sandbox', ...words]);
}

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

test('has sensible defaults', () => {
	expect(read()).toMatchObject({
		port: 3900,
		seed: 1,
		orders: 500,
		pageSize: 50,
		rateLimit: 500,
		ratePeriod: 60,
	});
	expect(read()).toMatchObject({ switch: {}, json: false });
});

test('reads numbers and any number of switches', () => {
	const {
		port,
		liveRate,
		switch: switches,
	} = read(
		...['--port', '0', '--live-rate', '0.5', '--switch', 'sortOrder=id asc', '--switch', 'latency=20'],
		...['--switch', 'serverDateParameter=dateField=dateCreated', '--switch', 'totalPagesWhenEmpty=1'],
	);
	expect([port, liveRate]).toEqual([0, 0.5]);
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
