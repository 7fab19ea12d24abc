/** Examples 1 and 5 in queue mode, their results held against the sandbox. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { parse } from 'csv-parse/sync';

import { errorMessage, importExample, tableStatements } from '../../../host';
import { CREDENTIAL, credentialData } from '../../../host/serviceHost';
import { createSandbox, type SalesOrder } from '../../../sandbox';
import { pollingOften } from '../../host/support/workflows';
import { DAY } from '../../support/time';
import type { Stage } from './stage';

const ORDERS = 1_000;
const MONTHS = 12;

/** Something that was counted on both sides. */
export interface Check {
	example: string;
	what: string;
	/** According to the sandbox. */
	expected: number;
	found: number;
}

/**
 * Runs both examples on the workers. Errors: an execution failed, or did not come in time.
 *
 * @returns what was counted, to be looked at by {@link requireEqual}
 */
export async function runExamples(stage: Stage): Promise<Check[]> {
	const sandbox = createSandbox({
		seed: 67,
		orders: { count: ORDERS, days: 5 },
		switches: { pageSize: 50 },
		rateLimit: null,
	});
	const service = await sandbox.listen();
	try {
		const credential = await stage.queue.createCredential(
			CREDENTIAL,
			'Examples',
			credentialData(sandbox, service),
		);
		const liveOrders = () =>
			sandbox.world.all().flatMap(({ id, deleted }) => (deleted ? [] : (sandbox.world.find(id) ?? [])));
		const ofPostgres = await ordersToPostgres(stage, credential, liveOrders);
		const stored = sandbox.log.entries.filter(({ method }) => method === 'PUT').length;
		// Twice the same order would be one row in the database all the same, but two calls.
		const once = { what: 'calls of Set External ID', expected: liveOrders().length, found: stored };
		const ofBackfill = await backfillAYear(stage, credential, liveOrders());
		return [...ofPostgres, { example: 'orders-to-postgres', ...once }, ...ofBackfill];
	} finally {
		await service.close();
	}
}

type Credential = Parameters<typeof importExample>[2];

async function ordersToPostgres(
	{ queue, postgres, filesFolder }: Stage,
	ofService: NonNullable<Credential>,
	liveOrders: () => SalesOrder[],
): Promise<Check[]> {
	const { host, user, password, database, port } = postgres;
	const ofDatabase = await queue.createCredential('postgres', 'Orders', {
		...{ host, user, password, database, port },
		...{ ssl: 'disable', allowUnauthorizedCerts: false, maxConnections: 5 },
	});
	const imported = await importExample('orders-to-postgres', filesFolder, ofService, ofDatabase);
	await postgres.query(tableStatements(imported));
	const startFrom = new Date(Date.now() - 40 * DAY).toISOString();
	const polling = pollingOften(imported, { startFrom });
	const { id } = await queue.createWorkflow(polling);
	await queue.activateWorkflow(id);
	// The trigger hands over 500 orders at most in one execution.
	const executions = await queue.waitForExecutions(id, 2, { timeoutMs: 300_000 });
	await queue.deactivateWorkflow(id);
	const failure = executions.map((execution) => errorMessage(execution)).find(Boolean);
	if (failure) throw new Error(`orders-to-postgres: ${failure}`);

	const orders = liveOrders();
	const [rows = {}] = await postgres.query<Record<string, string>>(`
		select (select count(*) from sales_order) as orders,
		       (select count(*) from sales_order_line) as lines,
		       (select round(sum(total) * 100) from sales_order_line) as cents`);
	const lines = orders.flatMap(({ items }) => items);
	const cents = lines.reduce((sum, { total }) => sum + Math.round(total * 100), 0);
	const written = orders.filter((order) => order.externalId === `PG-${order.id}`).length;
	const example = 'orders-to-postgres';
	return [
		{ example, what: 'orders in PostgreSQL', expected: orders.length, found: Number(rows.orders) },
		{ example, what: 'lines in PostgreSQL', expected: lines.length, found: Number(rows.lines) },
		{ example, what: 'sum of the lines, cents', expected: cents, found: Number(rows.cents) },
		{ example, what: 'external IDs in the service', expected: orders.length, found: written },
	];
}

async function backfillAYear(
	{ queue, filesFolder }: Stage,
	credential: NonNullable<Credential>,
	orders: readonly SalesOrder[],
): Promise<Check[]> {
	const { id } = await queue.createWorkflow(await importExample('backfill-a-year', filesFolder, credential));
	const execution = await queue.runWorkflow(id, { timeoutMs: 180_000 });
	if (execution.status !== 'success') throw new Error(`backfill-a-year: ${errorMessage(execution)}`);
	const files = (await readdir(filesFolder)).filter((name) => /^orders-\d{4}-\d{2}\.csv$/.test(name));
	const rows = await Promise.all(
		files.map(async (file) => {
			const text = await readFile(path.join(filesFolder, file));
			return parse(text, { columns: true, bom: true }) as Array<Record<string, string>>;
		}),
	);
	const lineIds = rows.flat().flatMap(({ itemId }) => (itemId ? [itemId] : []));
	const expected = orders.flatMap(({ items }) => items).length;
	const example = 'backfill-a-year';
	return [
		{ example, what: 'files, one for each month', expected: MONTHS, found: files.length },
		{ example, what: 'lines in the files', expected, found: lineIds.length },
		{ example, what: 'different lines in the files', expected, found: new Set(lineIds).size },
	];
}

/** Errors: something differs; the message says what. */
export function requireEqual(checks: readonly Check[]): void {
	const wrong = checks.filter(({ expected, found }) => expected !== found);
	const told = wrong.map(({ example, what, expected, found }) => {
		return `${example}: ${found} ${what}, expected ${expected}`;
	});
	if (wrong.length > 0)
		throw new Error(`Queue mode gives something else than the service has. ${told.join('; ')}`);
}
