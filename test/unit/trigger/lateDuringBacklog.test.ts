/** Orders that arrive late while a near reading takes many polls are left to the far one (design 4, how it reads). */
import { activated, DAY, HOUR, MINUTE } from './fixture';

test.each([0, 2, 5])(
	'a late order is delivered although it arrived while a backlog was read, %i days before its end',
	async (days) => {
		const trigger = await activated({
			settings: { lateSyncMs: DAY, maxOrdersPerRun: 4 },
			sandbox: { switches: { pageSize: 2, latency: 300 } },
		});
		trigger.budgetMs = 10_000;
		trigger.pass(2 * HOUR);
		for (let number = 0; number < 40; number++) trigger.add({ madeAgo: (100 - 2 * number) * MINUTE });
		expect(await trigger.poll()).not.toEqual([]);
		// It is older than what the near reading has still to read, and than what the next one will.
		trigger.pass(HOUR);
		const late = trigger.add({ madeAgo: 4.5 * HOUR });
		trigger.pass(days * DAY);
		const delivered = (await trigger.drain(20 * MINUTE, 8)).flat().map(({ id }) => id);
		expect(delivered).toContain(late);
	},
);
