/** Reports and the summary as n8n receives them (design 2). */
import { attentionColumns, summaryColumns } from '../../scripts/output/triggerColumns';
import { HOUR, MINUTE } from '../support/time';
import { serveTrigger } from './support';

describe('Attention and the summary', () => {
	it('a report has its own columns, alone, after the orders', async () => {
		const { poll, add, time, sandbox } = await serveTrigger();
		const parameters = { events: ['created', 'attention'] };
		await poll({ parameters });
		time.current += MINUTE;
		add();
		sandbox.faults.schedule(
			{ path: /salesOrder/ },
			{ kind: 'wrongTypes', values: { totalSales: 'a lot' } },
			{ times: Infinity },
		);
		expect(await poll({ parameters })).toMatchObject([{ event: 'created', totalSales: 'a lot' }]);
		const [report, ...more] = await poll({ parameters });
		const own = attentionColumns.map(({ column }) => column);
		expect(Object.keys(report ?? {})).toEqual(['event', ...own]);
		expect(report).toMatchObject({ event: 'attention', reason: 'oddData', aboutOrderId: null });
		expect(more).toEqual([]);
	});

	it('the summary has its own columns, alone', async () => {
		const { poll, time } = await serveTrigger();
		const parameters = { events: ['created', 'summary'], options: { pauseDuringMaintenance: false } };
		await poll({ parameters });
		time.current += 23 * HOUR;
		expect(await poll({ parameters })).toEqual([]);
		time.current += 2 * HOUR;
		const [summary, ...more] = await poll({ parameters });
		const own = summaryColumns.map(({ column }) => column);
		expect(Object.keys(summary ?? {})).toEqual(['event', ...own]);
		expect(summary).toMatchObject({ event: 'summary', created: 0, since: '2026-07-15T12:00:00.000Z' });
		expect(more).toEqual([]);
	});
});
