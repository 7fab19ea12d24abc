/** A real n8n and its service for the tests of examples/, and what these tests ask both. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import {
	errorMessage,
	type Execution,
	type Host,
	importExample,
	type SavedCredential,
	type WorkflowDefinition,
} from '../../../host';
import type { ServiceHost } from '../../../host/serviceHost';
import type { Sandbox, SalesOrder } from '../../../sandbox';
import { duringTests } from './duringTests';

export const DAY_MS = 24 * 60 * 60 * 1000;
/** The zone of this n8n, so of every workflow in it. */
const ZONE = 'America/Mexico_City';

export class ExampleHost {
	/** With 160 orders of the last five days on pages of 50. */
	private readonly running: ServiceHost;

	/** @param env for n8n */
	constructor(env: Record<string, string> = {}) {
		this.running = duringTests({
			env: { GENERIC_TIMEZONE: ZONE, ...env },
			sandbox: { orders: { count: 160, days: 5 }, switches: { pageSize: 50 } },
		});
		beforeAll(async () => await mkdir(this.running.filesFolder, { recursive: true }));
	}

	get host(): Host {
		return this.running.host;
	}

	get world(): Sandbox['world'] {
		return this.running.sandbox.world;
	}

	get faults(): Sandbox['faults'] {
		return this.running.sandbox.faults;
	}

	/** Saved in n8n, for the service. */
	get credential(): SavedCredential {
		return this.running.credential;
	}

	/** An example as it is imported: with the credentials chosen, and the folder of n8n's Docker image replaced. */
	async example(name: string, ...credentials: SavedCredential[]): Promise<WorkflowDefinition> {
		return await importExample(name, this.running.filesFolder, this.running.credential, ...credentials);
	}

	/** Saves and publishes a sub-workflow, so that others may call it. Gives its ID. */
	async publish(definition: WorkflowDefinition): Promise<string> {
		const { id } = await this.host.createWorkflow(definition);
		await this.host.activateWorkflow(id);
		return id;
	}

	/** Runs a workflow by hand, from the trigger `from`. Errors: it does not end well. */
	async runOnce(definition: WorkflowDefinition, from?: string): Promise<Execution> {
		const { id } = await this.host.createWorkflow(definition);
		const execution = await this.host.runWorkflow(id, { from, timeoutMs: 120_000 });
		if (execution.status !== 'success') throw new Error(errorMessage(execution));
		return execution;
	}

	/** Waits until so many executions of an active workflow have ended, all of them well. */
	async waitForSuccess(workflowId: string, count: number): Promise<void> {
		const executions = await this.host.waitForExecutions(workflowId, count, { timeoutMs: 150_000 });
		expect(executions.map((execution) => errorMessage(execution))).toEqual(executions.map(() => undefined));
	}

	/** Waits out the last minute of a day, so that "yesterday" means the same day until a test has ended. */
	async awayFromMidnight(): Promise<void> {
		const inAMinute = Date.now() + 60_000;
		while (localDay(Date.now()) !== localDay(inAMinute)) await sleep(1_000);
	}

	/** The orders of the service that are not deleted, as it sends them. */
	liveOrders(): SalesOrder[] {
		return this.world.all().flatMap(({ id, deleted }) => (deleted ? [] : (this.world.find(id) ?? [])));
	}

	/** The names of the files that the workflows have written and that match `pattern`. */
	async filesLike(pattern: RegExp): Promise<string[]> {
		return (await readdir(this.running.filesFolder)).filter((name) => pattern.test(name)).sort();
	}

	pathOf(file: string): string {
		return path.join(this.running.filesFolder, file);
	}

	async readRows(file: string): Promise<Array<Record<string, string>>> {
		return parse(await readFile(this.pathOf(file)), { columns: true, bom: true });
	}
}

/** The day of a timestamp in the time zone of this n8n. */
export const localDay = (date: string | number): string =>
	new Date(date).toLocaleDateString('sv', { timeZone: ZONE });

/** The sum of amounts of money, without what adding in binary brings along. */
export const sum = (numbers: number[]): number =>
	Math.round(numbers.reduce((total, number) => total + number, 0) * 100) / 100;
