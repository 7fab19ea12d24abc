/**
 * `npm run demo`: the main job, for real. A whole n8n with this package, the sandbox as the service, and an example
 * workflow that writes new orders to a CSV file and stores an external ID on each.
 */
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { Command } from 'commander';
import { parse } from 'csv-parse/sync';

import { errorMessage, withCredential, type WorkflowDefinition } from '../host';
import { startServiceHost, type ServiceHost } from '../host/serviceHost';
import { LiveTraffic, type Sandbox } from '../sandbox';

const projectFolder = path.resolve(__dirname, '..');
const ORDERS = 120;

/** What became of the orders. */
interface Outcome {
	'orders in the service': number;
	'rows in the file': number;
	'external IDs set': number;
}

async function main({ once: endsAfterRun }: { once: boolean }): Promise<void> {
	const running = await startServiceHost({ sandbox: { orders: { count: ORDERS, days: 5 } } });
	const { host, sandbox, filesFolder } = running;
	try {
		const file = path.join(filesFolder, 'orders.csv');
		const editorUrl = await runExample(running, file);
		const outcome = await countOutcome(sandbox, file);
		console.table([outcome]);
		console.log(`File    ${file}`);
		if (new Set(Object.values(outcome)).size !== 1) throw new Error('Some orders did not make it.');
		if (endsAfterRun) return;
		console.log(`Editor  ${editorUrl}`);
		console.log(`Login   ${host.owner.email}  ${host.owner.password}`);
		console.log('Orders keep arriving. Ctrl+C stops everything and removes it.');
		await liveUntilStopped(sandbox);
	} finally {
		await running.stop();
	}
}

/** Imports the example, runs it, and gives the address of its page in the editor. */
async function runExample({ host, credential }: ServiceHost, file: string): Promise<string> {
	await mkdir(path.dirname(file), { recursive: true });
	const example = await readFile(path.join(projectFolder, 'examples', 'orders-to-csv.json'), 'utf8');
	// The example's own path is that of n8n's Docker image.
	const definition = JSON.parse(
		example.replace('/home/node/.n8n-files/orders.csv', file),
	) as WorkflowDefinition;
	const workflow = await host.createWorkflow(withCredential(definition, credential));
	const execution = await host.runWorkflow(workflow.id);
	if (execution.status !== 'success') throw new Error(`The workflow failed: ${errorMessage(execution)}`);
	return `${host.url}/workflow/${workflow.id}`;
}

async function countOutcome({ world }: Sandbox, file: string): Promise<Outcome> {
	const rows = parse(await readFile(file), { columns: true, bom: true }) as Array<{ id: string }>;
	const orders = world.all().filter(({ deleted }) => !deleted);
	const written = new Set(rows.map(({ id }) => id));
	return {
		'orders in the service': world.statistics.created,
		'rows in the file': written.size,
		'external IDs set': orders.filter(({ id, externalId }) => externalId === `CSV-${id}`).length,
	};
}

async function liveUntilStopped({ world }: Sandbox): Promise<void> {
	const live = new LiveTraffic(world, { startAt: Date.now() });
	live.start();
	await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
	live.stop();
}

new Command('demo')
	.description('A real n8n with this package, moving the orders of a sandbox into a CSV file.')
	.option('--once', 'end after the run: exit code 0 when every order made it', false)
	.action(main)
	.parseAsync()
	.catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	});
