/**
 * `npm run demo`: the main job, for real. A whole n8n with this package, the sandbox as the service, and an example
 * workflow that writes new orders to a CSV file and stores an external ID on each.
 */
import { once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { Command } from 'commander';
import { parse } from 'csv-parse/sync';

import { errorMessage, importExample } from '../host';
import { startServiceHost, type ServiceHost } from '../host/serviceHost';
import { LiveTraffic, type Sandbox } from '../sandbox';

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
		const editorUrl = await runExample(running);
		const file = await writtenFile(filesFolder);
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
async function runExample({ host, credential, filesFolder }: ServiceHost): Promise<string> {
	await mkdir(filesFolder, { recursive: true });
	const workflow = await host.createWorkflow(await importExample('orders-to-csv', filesFolder, credential));
	const execution = await host.runWorkflow(workflow.id);
	if (execution.status !== 'success') throw new Error(`The workflow failed: ${errorMessage(execution)}`);
	return `${host.url}/workflow/${workflow.id}`;
}

/** The one file that the example wrote: its name holds the time. */
async function writtenFile(filesFolder: string): Promise<string> {
	const [name, ...others] = (await readdir(filesFolder)).filter((entry) => entry.endsWith('.csv'));
	if (name === undefined || others.length > 0) throw new Error('The workflow did not write one file.');
	return path.join(filesFolder, name);
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
