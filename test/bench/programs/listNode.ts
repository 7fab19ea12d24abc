/** Lists orders with this package's List Sales Orders. */
import { inARow, makeNode, nodeTypeNames, runWorkflow, START } from './engine';
import { measureListing } from './listing';

const LIST = 'List Sales Orders';

measureListing(async ({ output }, { baseUrl, apiToken, timezone }) => {
	const parameters = { resource: 'salesOrder', operation: 'list', returnAll: true, output };
	const { run, node } = await runWorkflow({
		nodes: [makeNode(START, nodeTypeNames.start), makeNode(LIST, nodeTypeNames.node, parameters)],
		connections: inARow(START, LIST),
		pinData: { [START]: [{ json: {} }] },
		credential: { baseUrl, apiToken, timezone },
	});
	if (run.data.resultData.error) throw run.data.resultData.error;
	return node(LIST)?.items.length ?? 0;
});
