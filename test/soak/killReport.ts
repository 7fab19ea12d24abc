/** What a run of kills came to, as text. */
import { markdownTable } from '../../scripts/output/markdownTable';
import type { KillRunResult } from './killRun';
import { brokenPromises, judgeEvents, judgeReceipts, unseenOrders } from './killVerdict';

/** The whole report of a run. */
export function killReport(result: KillRunResult): string {
	const { options, kills, batches, polls, minutes, rows } = result;
	const broken = brokenPromises(result);
	const cutOff = kills.reduce((sum, kill) => sum + kill.cutOff.length, 0);
	const between = kills.filter(({ savedOnly, startedOnly }) => savedOnly.length + startedOnly.length > 0);
	return [
		'',
		`n8n ${options.engine.name}, ${options.mode}, seed ${options.seed}: ${kills.length} kills in ${minutes.toFixed(0)} minutes`,
		`polls ${polls}, executions ${batches.length} (${statuses(result)}), rows in PostgreSQL ${rows.length}`,
		`kills that cut an execution off: ${cutOff}; kills between n8n's two writes: ${between.length}`,
		...(options.mode === 'receipt' ? receiptTable(result) : eventTable(result)),
		broken.length === 0 ? 'every promise kept' : `BROKEN\n${broken.join('\n')}`,
		'',
	].join('\n');
}

function statuses({ batches }: KillRunResult): string {
	const names = [...new Set(batches.map(({ status }) => status))].sort();
	return names.map((name) => `${name} ${batches.filter(({ status }) => status === name).length}`).join(', ');
}

function eventTable(result: KillRunResult): string[] {
	const unseen = [...unseenOrders(result)].filter((id) => result.world.created.has(id)).length;
	const head = `orders deleted before a poll could see them, whose deletion says so: ${unseen}`;
	return [
		head,
		markdownTable(
			['event', 'expected', 'missing', 'unexplained', 'repeated', 'unexplained', 'execution died later'],
			judgeEvents(result).map((counts) =>
				[
					...[counts.kind, counts.expected, counts.missing, counts.missingUnexplained.length],
					...[counts.repeated, counts.repeatedUnexplained.length, counts.diedAfterHandOver],
				].map(String),
			),
		),
	];
}

function receiptTable(result: KillRunResult): string[] {
	const { orders, withoutExternalId, redelivered, mostDeliveries, executions, failedExecutions } =
		judgeReceipts(result);
	const row = [orders, withoutExternalId.length, redelivered, mostDeliveries, executions, failedExecutions];
	return [
		markdownTable(
			['orders', 'without external ID', 'redelivered', 'most deliveries', 'executions', 'failed'],
			[row.map(String)],
		),
	];
}
