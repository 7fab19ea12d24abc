/**
 * `npm run demo`: the main job, for real. A whole n8n with this package, the sandbox as the service, and an example
 * workflow that writes new orders to a CSV file and stores an external ID on each. The file stays in demo-output/.
 */
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { parse } from 'csv-parse/sync';
import { errorMessage, importExample, outputRows, prepareHost } from '../host';
import { runNpm } from '../host/install/npmCommand';
import { Keeper } from '../host/keeper/keeper';
import { withProgress } from '../host/progress';
import { startServiceHost, type ServiceHost } from '../host/serviceHost';
import { LiveTraffic, type Sandbox } from '../sandbox';

const ORDERS = 120;
/** How many rows of the file are shown, and which of their columns. */
const SHOWN_ROWS = 5;
const SHOWN_COLUMNS = ['salesOrderId', 'customerDescription', 'mobileDateCreated', 'itemCount', 'totalSales'];
const projectFolder = path.resolve(__dirname, '..');
const outputFolder = path.join(projectFolder, 'demo-output');

type Row = Record<string, string>;

async function main({ once: endsAfterRun }: { once: boolean }): Promise<void> {
	await mkdir(outputFolder, { recursive: true });
	await withProgress('Building the package', build);
	await prepareHost().catch(explain);
	const running = await withProgress(
		'Starting n8n with this package, and the sandbox',
		async () =>
			await startServiceHost({
				sandbox: { orders: { count: ORDERS, days: 5 } },
				env: { N8N_RESTRICT_FILE_ACCESS_TO: outputFolder },
			}),
	);
	try {
		const { file, editorUrl } = await withProgress(
			'Executing the workflow "Sales orders into a CSV file"',
			async () => await runExample(running),
		);
		await showResult(running.sandbox, file);
		if (endsAfterRun) return;
		await liveUntilStopped(running, editorUrl);
	} finally {
		await withProgress('Stopping n8n and the sandbox', async () => await running.stop());
	}
}

/** Builds the package without showing the output. Errors: the build failed; the message holds the end of its output. */
async function build(): Promise<void> {
	const { keeper, folder } = await Keeper.startWithFolder('demo-build-');
	try {
		const logFile = path.join(folder, 'build.log');
		await runNpm({ keeper, args: ['run', 'build'], folder: projectFolder, logFile });
	} finally {
		await keeper.close();
	}
}

/** Says what is missing if n8n could not be downloaded. */
function explain(error: unknown): never {
	const message = error instanceof Error ? error.message : String(error);
	if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(message)) {
		throw error;
	}
	throw new Error(
		'n8n is not installed yet, and the npm registry cannot be reached. The demo downloads n8n (about 2 GB) the first time only: connect this machine to the internet, or set the registry or proxy that npm uses here, and start it again.',
	);
}

/** Imports the example, executes it, and gives the file that it wrote and the address of its page in the editor. */
async function runExample({ host, credential }: ServiceHost): Promise<{ file: string; editorUrl: string }> {
	const workflow = await host.createWorkflow(await importExample('orders-to-csv', outputFolder, credential));
	const execution = await host.runWorkflow(workflow.id);
	if (execution.status !== 'success') throw new Error(`The workflow failed: ${errorMessage(execution)}`);
	const [written] = outputRows(execution, 'Write File');
	return { file: String(written?.fileName), editorUrl: `${host.url}/workflow/${workflow.id}` };
}

/** Prints the first rows and what became of the orders. Errors: some did not arrive. */
async function showResult({ world }: Sandbox, file: string): Promise<void> {
	const rows = parse(await readFile(file), { columns: true, bom: true }) as Row[];
	const first = rows.slice(0, SHOWN_ROWS).map((row) => SHOWN_COLUMNS.map((column) => [column, row[column]]));
	console.log(`\nThe first of ${rows.length} rows:`);
	console.table(first.map((cells) => Object.fromEntries(cells) as Row));

	const orders = world.all().filter(({ deleted }) => !deleted);
	const inTheFile = new Set(rows.map(({ salesOrderId }) => salesOrderId)).size;
	const linked = orders.filter(({ id, externalId }) => externalId === `CSV-${id}`).length;
	console.log(
		`Orders in the service ${orders.length}, in the file ${inTheFile}, with external ID ${linked}.`,
	);
	console.log(`File      ${path.relative(process.cwd(), file)}`);
	if (inTheFile !== orders.length || linked !== orders.length) throw new Error('Some orders did not arrive.');
}

async function liveUntilStopped({ host, sandbox, service }: ServiceHost, editorUrl: string): Promise<void> {
	const [user] = sandbox.users;
	console.log(`Editor    ${editorUrl}`);
	console.log(`Login     ${host.owner.email}  ${host.owner.password}`);
	console.log(`Sandbox   ${service.baseUrl}`);
	console.log(`Token     ${user?.apiToken}  (time zone ${user?.timezone})`);
	console.log(
		'\nNew orders keep arriving: execute the workflow in the editor again, and it writes another file.',
	);
	console.log('Ctrl+C stops n8n and the sandbox and removes both. The files stay.');
	const live = new LiveTraffic(sandbox.world, { startAt: Date.now() });
	live.start();
	await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
	live.stop();
}

new Command('demo')
	.description('A real n8n with this package, moving the orders of a sandbox into a CSV file.')
	.option('--once', 'end after the run: exit code 0 if every order arrived', false)
	.action(main)
	.parseAsync()
	.catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	});
