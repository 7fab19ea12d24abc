/** What the user sees in n8n: errors on a node, and hints beside its output (design 3.7). */
import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { ExecutionBaseError, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { InputError, ServiceFailure } from './failures';
import type { Hints } from './hints';

/** Shows what was noticed as hints on the node, where this n8n can. */
export function showHints(
	context: Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>,
	hints: Hints,
): void {
	for (const { kind, message } of hints.list()) {
		const type = kind === 'rateLimit' || kind === 'reconciled' ? 'info' : 'warning';
		context.addExecutionHints?.({ message, type, location: 'outputPane' });
	}
}

/** What the errors of n8n have beside their message. */
export interface ShownError extends Error {
	description?: string | null;
	httpCode?: string | null;
}

/** The error that the user sees: which item, what happened, what to do. Errors of n8n itself pass as they are. */
export function asNodeError(node: INode, error: unknown, itemIndex?: number): ShownError {
	if (error instanceof ServiceFailure) {
		const { message, description, httpCode, failureCause: cause, retryAfterMs } = error;
		const options = {
			message,
			description,
			httpCode: httpCode?.toString(),
			itemIndex,
			level: cause === 'credential-invalid' || cause === 'configuration-invalid' ? 'warning' : 'error',
			failure: { cause, retryAfterMs },
		} as ConstructorParameters<typeof NodeApiError>[2];
		// The plain object, not the error, so that nothing else of it can reach a log.
		return new NodeApiError(node, { message, description }, options);
	}
	if (error instanceof InputError) {
		const { message, description } = error;
		return new NodeOperationError(node, message, { description, itemIndex, level: 'warning' });
	}
	if (error instanceof ExecutionBaseError) {
		// That of an expression may be about an item of another node.
		error.context.itemIndex = itemIndex ?? error.context.itemIndex;
		return error;
	}
	return new NodeOperationError(node, error instanceof Error ? error : String(error), { itemIndex });
}
