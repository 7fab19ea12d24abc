/** The command line of the sandbox. */
import { readArguments } from '../../../sandbox/arguments';

const read = (...words: string[]) => readArguments(['node', 'sandbox', ...words]);

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
