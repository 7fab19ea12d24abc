/** Reconciles records with as many orders, or only lists these orders beside the same records. */
import type { INodeParameters } from 'n8n-workflow';
import { answerWith, inputOf } from './answer';
import { inARow, makeNode, nodeTypeNames, runWorkflow, START } from './engine';
import { measure } from './measure';
import type { Served } from './server';

export interface ReconcileInput {
	operation: 'reconcile' | 'list';
	/** A short list, for a process that has worked before. */
	warmUp: Served;
	served: Served;
}

const NODE = 'Sales Orders';

const parametersOf: Record<ReconcileInput['operation'], INodeParameters> = {
	reconcile: { operation: 'reconcile', matchBy: 'orderId', key: '={{ $json.salesOrderId }}' },
	list: { operation: 'list', returnAll: true },
};

answerWith(async () => {
	const { operation, warmUp, served } = inputOf<ReconcileInput>();
	const idleBytes = process.memoryUsage.rss();
	await run(operation, warmUp);
	return await measure(async () => await run(operation, served), idleBytes);
});

async function run(
	operation: ReconcileInput['operation'],
	{ orders, firstOrderId, baseUrl, apiToken, timezone }: Served,
): Promise<void> {
	const records = Array.from({ length: orders }, (_, index) => ({
		json: { salesOrderId: firstOrderId + index },
	}));
	const node = makeNode(NODE, nodeTypeNames.node, { resource: 'salesOrder', ...parametersOf[operation] });
	const outcome = await runWorkflow({
		// The list is read once, whatever the number of items; Reconcile takes all items at once anyway.
		nodes: [makeNode(START, nodeTypeNames.start), { ...node, executeOnce: operation === 'list' }],
		connections: inARow(START, NODE),
		pinData: { [START]: records },
		credential: { baseUrl, apiToken, timezone },
	});
	const { error } = outcome.run.data.resultData;
	if (error) throw error;
	const rows = outcome.node(NODE)?.items.length;
	const expected = operation === 'list' ? orders : 0;
	if (rows !== expected) throw new Error(`${rows} rows instead of ${expected}`);
}
