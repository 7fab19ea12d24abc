/** What n8n stored of a run, and what came out of each node. */
import { parse } from 'flatted';
import type { ExecutionStatus, IDataObject, IRunExecutionData } from 'n8n-workflow';

/** One line of the list of executions. */
export interface ExecutionSummary {
	readonly id: string;
	readonly workflowId: string;
	readonly status: ExecutionStatus;
	readonly mode: string;
	/** ISO 8601, UTC. */
	readonly startedAt: string | null;
	readonly stoppedAt: string | null;
}

/** One execution with its data. */
export interface Execution extends ExecutionSummary {
	readonly data: IRunExecutionData;
}

/** An execution as n8n sends it: the data is text in which every value is stored once and referred to by number. */
export interface StoredExecution extends ExecutionSummary {
	readonly data: string;
}

const endings: readonly ExecutionStatus[] = ['success', 'error', 'crashed', 'canceled'];

/** True once nothing more will happen in an execution of this status. */
export function hasEnded(status: ExecutionStatus): boolean {
	return endings.includes(status);
}

/**
 * Puts the data of an execution that has ended together again; undefined while it is not stored yet: n8n 1 writes the
 * status and the data one after the other.
 */
export function decodeExecution(stored: StoredExecution): Execution | undefined {
	const data = parse(stored.data) as IRunExecutionData | undefined;
	const isStored = stored.status !== 'success' || data?.resultData?.lastNodeExecuted !== undefined;
	return data && isStored ? { ...stored, data } : undefined;
}

/** The JSON of the items that `nodeName` gave out at its first output, over all its runs, in order. */
export function outputRows({ data }: Pick<Execution, 'data'>, nodeName: string): IDataObject[] {
	const runs = data.resultData.runData[nodeName] ?? [];
	return runs.flatMap((run) => run.data?.main?.[0] ?? []).map((item) => item.json);
}

/** The message of the error that ended the execution or that a node recorded, if there is one. */
export function errorMessage(execution: Execution): string | undefined {
	const { error, runData } = execution.data.resultData;
	if (error) return error.message;
	const failed = Object.values(runData)
		.flat()
		.find((run) => run.error);
	return failed?.error?.message;
}
