/** Examples in queue mode, where any worker may run a workflow or its sub-workflow, compared with the sandbox. */
import { callingWorkflow, errorMessage, type Execution, importExample, tableStatements } from '../../../host';
import { CREDENTIAL, credentialData } from '../../../host/serviceHost';
import { createSandbox, type SalesOrder } from '../../../sandbox';
import { pollingOften } from '../../host/support/workflows';
import { DAY } from '../../support/time';
import type { Stage } from './stage';

const ORDERS = 1_000;
const DAYS = 5;

/** Something that was counted on both sides. */
export interface Check {
	example: string;
	what: string;
	/** According to the sandbox. */
	expected: number;
	found: number;
}

/**
 * Stores the newer half of the orders with the trigger and the rest with the backfill, both through the same
 * sub-workflow. Errors: an execution failed, or did not come in time.
 *
 * @returns what was counted, to be looked at by {@link requireEqual}
 */
export async function runExamples(stage: Stage): Promise<Check[]> {
	const { queue, filesFolder } = stage;
	const sandbox = createSandbox({
		seed: 67,
		orders: { count: ORDERS, days: DAYS },
		switches: { pageSize: 50 },
		rateLimit: null,
	});
	const service = await sandbox.listen();
	try {
		const credential = await queue.createCredential(CREDENTIAL, 'Examples', credentialData(sandbox, service));
		const example = async (name: string) => await importExample(name, filesFolder, credential);
		const processOrder = await publishProcessOrder(stage, credential);

		const startFrom = new Date(Date.now() - (DAYS / 2) * DAY).toISOString();
		const options = { startFrom, maxOrdersPerRun: ORDERS };
		const trigger = pollingOften(callingWorkflow(await example('new-orders'), processOrder), options);
		const { id } = await queue.createWorkflow(trigger);
		await queue.activateWorkflow(id);
		requireSuccess('new-orders', await queue.waitForExecutions(id, 1, { timeoutMs: 300_000 }));
		await queue.deactivateWorkflow(id);

		const backfill = callingWorkflow(await example('backfill-a-year'), processOrder);
		const { id: backfillId } = await queue.createWorkflow(backfill);
		requireSuccess('backfill-a-year', [await queue.runWorkflow(backfillId, { timeoutMs: 300_000 })]);

		const orders = sandbox.world
			.all()
			.flatMap(({ id: order, deleted }) => (deleted ? [] : (sandbox.world.find(order) ?? [])));
		const calls = sandbox.log.entries.filter(({ method }) => method === 'PUT').length;
		return await compare(stage, orders, calls);
	} finally {
		await service.close();
	}
}

type Credential = Parameters<typeof importExample>[2];

async function publishProcessOrder(
	{ queue, postgres, filesFolder }: Stage,
	ofService: NonNullable<Credential>,
): Promise<string> {
	const { host, user, password, database, port } = postgres;
	const ofDatabase = await queue.createCredential('postgres', 'Orders', {
		...{ host, user, password, database, port },
		...{ ssl: 'disable', allowUnauthorizedCerts: false, maxConnections: 5 },
	});
	const imported = await importExample('process-order-postgres', filesFolder, ofService, ofDatabase);
	await postgres.query(tableStatements(imported));
	const { id } = await queue.createWorkflow(imported);
	await queue.activateWorkflow(id);
	return id;
}

function requireSuccess(example: string, executions: readonly Execution[]): void {
	const failure = executions.map((execution) => errorMessage(execution)).find(Boolean);
	if (failure) throw new Error(`${example}: ${failure}`);
}

async function compare({ postgres }: Stage, orders: readonly SalesOrder[], calls: number): Promise<Check[]> {
	const [rows = {}] = await postgres.query<Record<string, string>>(`
		select (select count(*) from sales_order) as orders,
		       (select count(*) from sales_order_line) as lines,
		       (select round(sum(total) * 100) from sales_order_line) as cents`);
	const numbers = await postgres.query<{ id: string; number: string }>(
		'select sales_order_id as id, number from sales_order',
	);
	const numberOf = new Map(numbers.map(({ id, number }) => [Number(id), number]));
	const lines = orders.flatMap(({ items }) => items);
	const cents = lines.reduce((sum, { total }) => sum + Math.round(total * 100), 0);
	const linked = orders.filter(({ id, externalId }) => externalId === numberOf.get(Number(id))).length;
	const example = 'process-order-postgres';
	return [
		{ example, what: 'orders in PostgreSQL', expected: orders.length, found: Number(rows.orders) },
		{ example, what: 'lines in PostgreSQL', expected: lines.length, found: Number(rows.lines) },
		{ example, what: 'sum of the lines, cents', expected: cents, found: Number(rows.cents) },
		{ example, what: 'external IDs in the service', expected: orders.length, found: linked },
		// The same order twice would be one row in the database all the same, but two calls.
		{ example, what: 'calls of Set External ID', expected: orders.length, found: calls },
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
