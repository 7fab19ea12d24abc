/** The workflows that run while n8n is killed, and the PostgreSQL table that they write to. */
import type { INode } from 'n8n-workflow';

import type { PostgresServer, SavedCredential, WorkflowDefinition } from '../../host';
import { atAnyHour, chain, node, ourNode } from '../../host/workflowParts';

/** The trigger's name in both workflows. */
export const TRIGGER = 'Orders';

/** A row of the table: one event as one execution wrote it. */
export interface LogRow {
	order_id: number;
	event: string;
	execution_id: number;
}

/** "Every minute" would poll at a second that n8n draws at each start: no kill could be aimed at it. */
const pollOften = { pollTimes: { item: [{ mode: 'custom', cronExpression: '0 * * * * *' }] } };
/** Sweeps at every second poll at the latest: late orders must be found while the run lasts. */
const sweepOften = { sweepMinutes: 1, ...atAnyHour };

/** Makes the table. There is no key, so that whatever comes twice shows. */
export async function createLogTable(postgres: PostgresServer): Promise<void> {
	await postgres.query(`create table event_log (
		order_id int not null, event text not null, execution_id int not null,
		written_at timestamptz not null default clock_timestamp())`);
}

/** From now on the table refuses a third of the executions, the same for the same seed. */
export async function refuseAThird(postgres: PostgresServer, seed: number): Promise<void> {
	await postgres.query(`create function refuse_a_third() returns trigger language plpgsql as $$
		begin
			if abs(hashint4(new.execution_id + ${Math.trunc(seed)})::bigint) % 3 = 0 then
				raise exception 'The ERP does not answer';
			end if;
			return new;
		end $$`);
	await postgres.query(
		'create trigger refuse before insert on event_log for each row execute function refuse_a_third()',
	);
}

/** What the table holds. */
export async function logRows(postgres: PostgresServer): Promise<LogRow[]> {
	return await postgres.query<LogRow>('select order_id, event, execution_id from event_log');
}

/** n8n's credential for the server. */
export function postgresCredentialData({ host, user, password, database, port }: PostgresServer) {
	const connection = { host, user, password, database, port };
	return { ...connection, ssl: 'disable', allowUnauthorizedCerts: false, maxConnections: 5 };
}

/** Trigger, then one row per event, those of an execution in one transaction. */
export function loggingWorkflow(service: SavedCredential, postgres: SavedCredential): WorkflowDefinition {
	const trigger = ourNode('Trigger', TRIGGER, { ...pollOften, options: sweepOften }, service);
	return chain('Log each event', trigger, writeRow(postgres));
}

/** Trigger with delivery until external ID, the same rows, then the external ID as the receipt. */
export function receiptWorkflow(service: SavedCredential, postgres: SavedCredential): WorkflowDefinition {
	const parameters = {
		...pollOften,
		events: ['created'],
		delivery: 'untilExternalId',
		options: { ...sweepOften, redeliverMinutes: 1 },
	};
	const receipt = ourNode(
		'',
		'Set External ID',
		{
			resource: 'salesOrder',
			operation: 'setExternalId',
			orderId: '={{ $json.order_id }}',
			externalId: '=ERP-{{ $json.order_id }}',
		},
		service,
	);
	return chain(
		'Receipt each order',
		ourNode('Trigger', TRIGGER, parameters, service),
		writeRow(postgres),
		// An order that was deleted meanwhile must not keep the others from getting theirs.
		{ ...receipt, onError: 'continueRegularOutput' },
	);
}

function writeRow(credential: SavedCredential): INode {
	const parameters = {
		operation: 'executeQuery',
		query: 'insert into event_log (order_id, event, execution_id) values ($1, $2, $3) returning order_id',
		options: {
			queryBatching: 'transaction',
			queryReplacement: '={{ [$json.salesOrderId, $json.event, $execution.id] }}',
		},
	};
	return {
		...node('n8n-nodes-base.postgres', 'Write Row', parameters, 2.6),
		credentials: { postgres: { id: credential.id, name: credential.name } },
	};
}
