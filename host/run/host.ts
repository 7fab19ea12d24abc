/** A running n8n, driven over its REST interface. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ICredentialDataDecryptedObject, ICredentialType, INodeTypeDescription } from 'n8n-workflow';
import {
	decodeExecution,
	type Execution,
	type ExecutionSummary,
	hasEnded,
	type StoredExecution,
} from './executions';
import { HostProcess } from './hostProcess';
import { HostRequestError } from './restClient';
import type { SavedCredential, SavedWorkflow, WorkflowDefinition } from './workflows';

/** How long to wait for a run. */
export interface WaitOptions {
	/** Default: one minute. */
	readonly timeoutMs?: number;
}

/** What n8n's credential test says. */
export interface CredentialTestResult {
	readonly status: 'OK' | 'Error';
	readonly message: string;
}

interface PublicationStatus {
	readonly status: 'in_progress' | 'published' | 'partial' | 'failed' | 'not_published';
	readonly triggers: ReadonlyArray<{ readonly errorMessage: string | null }>;
}

interface ExecutionPage {
	readonly results: ExecutionSummary[];
	readonly nextCursor?: string | null;
}

/** Where the page after `page` begins: n8n 2 hands out a cursor, n8n 1 wants the last id that was seen. */
function nextPosition({ results, nextCursor }: ExecutionPage): Record<string, string> | undefined {
	if (nextCursor) return { cursor: nextCursor };
	const last = results.at(-1);
	return nextCursor === undefined && last && results.length >= listLimit ? { lastId: last.id } : undefined;
}

const defaultTimeoutMs = 60_000;
const pollMs = 150;
const listLimit = 100;

/** A running n8n. Made by `startHost`. */
export class Host extends HostProcess {
	/** The node types that n8n has loaded; those of our package are named `<package>.<node>`. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return await this.file<INodeTypeDescription[]>('/types/nodes.json');
	}

	/** The credential types that n8n has loaded. */
	async credentialTypes(): Promise<ICredentialType[]> {
		return await this.file<ICredentialType[]>('/types/credentials.json');
	}

	/** Saves a credential; `data` are its fields by name. */
	async createCredential(
		type: string,
		name: string,
		data: ICredentialDataDecryptedObject,
	): Promise<SavedCredential> {
		return await this.request<SavedCredential>('POST', '/credentials', { name, type, data });
	}

	/** Has n8n test a credential with these fields, as the editor does when one is saved. Nothing stays saved. */
	async testCredential(type: string, data: ICredentialDataDecryptedObject): Promise<CredentialTestResult> {
		// n8n 1 tests saved credentials only.
		const { id, name } = await this.createCredential(type, `Test of ${type}`, data);
		try {
			const body = { credentials: { id, name, type, data } };
			return await this.request<CredentialTestResult>('POST', '/credentials/test', body);
		} finally {
			await this.request('DELETE', `/credentials/${id}`);
		}
	}

	/** Saves a new workflow, switched off. */
	async createWorkflow(definition: WorkflowDefinition): Promise<SavedWorkflow> {
		const { name, nodes, connections, settings = {}, pinData } = definition;
		const body = { name, nodes, connections, settings, pinData, active: false };
		return await this.request<SavedWorkflow>('POST', '/workflows', body);
	}

	/** Reads a workflow as it was saved last. */
	async workflow(id: string): Promise<SavedWorkflow> {
		return await this.request<SavedWorkflow>('GET', `/workflows/${id}`);
	}

	/** Saves changes to a workflow. One that is active goes on as it was until it is activated again. */
	async updateWorkflow(id: string, changes: Partial<WorkflowDefinition>): Promise<SavedWorkflow> {
		const { versionId } = await this.workflow(id);
		return await this.request<SavedWorkflow>('PATCH', `/workflows/${id}`, { ...changes, versionId });
	}

	/**
	 * Switches the last saved version of a workflow on and resolves once its triggers run.
	 * Errors: a trigger refused; n8n 2 leaves the workflow marked as active then, and tries again on its own.
	 */
	async activateWorkflow(id: string): Promise<void> {
		const { versionId } = await this.workflow(id);
		await this.request('POST', `/workflows/${id}/activate`, { versionId });
		const { status, triggers } = await this.settledPublication(id);
		if (status !== 'failed' && status !== 'partial') return;
		const reasons = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
		throw new Error(`n8n could not activate workflow ${id}: ${reasons.join('; ')}`);
	}

	/** Switches a workflow off and resolves once its triggers have stopped. */
	async deactivateWorkflow(id: string): Promise<void> {
		await this.request('POST', `/workflows/${id}/deactivate`, {});
		await this.settledPublication(id);
	}

	/**
	 * Runs the last saved version of a workflow by hand, from its trigger `from` (default: the first one), and waits
	 * for the end. A run that fails is no error here: see the execution's status.
	 * Errors: the workflow has no trigger, its trigger waits for a webhook, or the time is over.
	 */
	async runWorkflow(id: string, options: WaitOptions & { from?: string } = {}): Promise<Execution> {
		return await this.waitForExecution(await this.beginWorkflow(id, options), options);
	}

	/** As `runWorkflow`, without waiting: gives the id of the execution. */
	async beginWorkflow(id: string, { from }: { from?: string } = {}): Promise<string> {
		const workflowData = await this.workflow(id);
		const name = from ?? firstTrigger(workflowData);
		// n8n 2 takes the workflow from its database, n8n 1 from the request.
		const { executionId } = await this.request<{ executionId?: string }>('POST', `/workflows/${id}/run`, {
			workflowData,
			triggerToStartFrom: { name },
		});
		if (executionId === undefined)
			throw new Error(`Workflow ${id} did not run: its trigger waits for a webhook`);
		return executionId;
	}

	/** Stops a running execution, as the editor's Stop button does. */
	async stopExecution(id: string): Promise<void> {
		await this.request('POST', `/executions/${id}/stop`, {});
	}

	/** All executions of a workflow that n8n keeps, newest first, without their data. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const filter = JSON.stringify({ workflowId });
		const found = new Map<string, ExecutionSummary>();
		for (let position: Record<string, string> | undefined = {}; position;) {
			const query = new URLSearchParams({ filter, limit: String(listLimit), ...position });
			const page: ExecutionPage = await this.request<ExecutionPage>('GET', `/executions?${query}`);
			const before = found.size;
			for (const summary of page.results) found.set(summary.id, summary);
			position = found.size > before ? nextPosition(page) : undefined;
		}
		return [...found.values()].sort((a, b) => Number(b.id) - Number(a.id));
	}

	/** Waits until an execution has ended and gives it with its data. Errors: the time is over. */
	async waitForExecution(id: string, { timeoutMs = defaultTimeoutMs }: WaitOptions = {}): Promise<Execution> {
		return await this.waitFor(`the end of execution ${id}`, timeoutMs, async () => {
			const stored = await this.request<StoredExecution>('GET', `/executions/${id}`).catch(unlessWithoutData);
			return stored && hasEnded(stored.status) ? decodeExecution(stored) : undefined;
		});
	}

	/**
	 * Waits until at least `count` executions of a workflow have ended and gives all that have, oldest first.
	 * Errors: the time is over.
	 */
	async waitForExecutions(
		workflowId: string,
		count: number,
		{ timeoutMs = defaultTimeoutMs }: WaitOptions = {},
	): Promise<Execution[]> {
		const ended = await this.waitFor(`${count} executions of workflow ${workflowId}`, timeoutMs, async () => {
			const summaries = (await this.executions(workflowId)).filter(({ status }) => hasEnded(status));
			return summaries.length >= count ? summaries.reverse() : undefined;
		});
		return await Promise.all(ended.map(async ({ id }) => await this.waitForExecution(id)));
	}

	/** n8n 2 switches workflows on and off in the background; n8n 1 has done it when it answers. */
	private async settledPublication(id: string): Promise<Pick<PublicationStatus, 'status' | 'triggers'>> {
		try {
			return await this.waitFor(`the triggers of workflow ${id}`, defaultTimeoutMs, async () => {
				const publication = await this.request<PublicationStatus>(
					'GET',
					`/workflows/${id}/publication-status`,
				);
				return publication.status === 'in_progress' ? undefined : publication;
			});
		} catch (error) {
			if (error instanceof HostRequestError && error.status === 404)
				return { status: 'published', triggers: [] };
			throw error;
		}
	}

	private async waitFor<Result>(
		what: string,
		timeoutMs: number,
		look: () => Promise<Result | undefined>,
	): Promise<Result> {
		const deadline = Date.now() + timeoutMs;
		for (;;) {
			const result = await look().catch(unlessBusy);
			if (result !== undefined) return result;
			if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`);
			await sleep(pollMs);
		}
	}
}

function firstTrigger({ id, nodes }: SavedWorkflow): string {
	const trigger = nodes.find(({ type, disabled }) => type.endsWith('Trigger') && !disabled);
	if (!trigger) throw new Error(`Workflow ${id} has no trigger`);
	return trigger.name;
}

/** n8n says 503 while its database is slow to answer, as on a busy machine: whoever waits goes on waiting. */
function unlessBusy(error: unknown): undefined {
	if (error instanceof HostRequestError && error.status === 503) return undefined;
	throw error;
}

/** n8n 2.20 fails to show an execution that it has stored no data of yet. */
function unlessWithoutData(error: unknown): undefined {
	if (!(error instanceof HostRequestError && error.status === 500)) throw error;
	if (!error.answer.includes("Cannot read properties of undefined (reading 'resultData')")) throw error;
	return undefined;
}
