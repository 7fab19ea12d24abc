import { step } from '../../../scripts/step';

function screen(isTTY: boolean) {
	const shown: string[] = [];
	return { isTTY, write: (text: string) => shown.push(text), text: () => shown.join('') };
}

test('a step is one line in a log, whatever the work says', async () => {
	const log = screen(false);
	const work = async (say: (detail: string) => void) => {
		say('half done');
		return await Promise.resolve(7);
	};
	expect(await step('Working', work, log)).toBe(7);
	expect(log.text()).toBe('Working ... done (0 s)\n');
});

test('on a terminal the line of a step is updated in place and ends with the result', async () => {
	jest.useFakeTimers();
	const terminal = screen(true);
	let finish: () => void = () => undefined;
	const running = step(
		'Working',
		async (say) => {
			say('half done');
			await new Promise<void>((resolve) => (finish = resolve));
		},
		terminal,
	);
	jest.advanceTimersByTime(2_000);
	finish();
	await running;
	jest.useRealTimers();
	const lines = terminal.text().split('\r\u001b[2K');
	expect(lines).toEqual([
		'Working ...',
		'Working ... 1 s  half done',
		'Working ... 2 s  half done',
		'Working ... done (2 s)\n',
	]);
});

test('a step that fails says so on its line and passes the error on', async () => {
	const log = screen(false);
	const work = async () => await Promise.reject(new Error('No network'));
	await expect(step('Working', work, log)).rejects.toThrow('No network');
	expect(log.text()).toBe('Working ... failed (0 s)\n');
});
