/** Lists orders as a user would without this package: n8n's HTTP Request node with pagination, then Split Out. */
import { CREDENTIAL_NAME } from '../../../nodes/SalesOrderIntegration/http/nodeClient';
import { inARow, makeNode, nodeTypeNames, runWorkflow, START } from './engine';
import { addHostNodes } from './hostNodes';
import { measureListing, type ListingInput } from './listing';
import { inputOf } from './answer';

const REQUEST = 'HTTP Request';
const ORDERS = 'Orders';
const LINES = 'Lines';

const request = (baseUrl: string) => ({
	...makeNode(REQUEST, 'n8n-nodes-base.httpRequest', {
		method: 'GET',
		url: `${baseUrl}/api/v2/salesOrder`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL_NAME,
		options: {
			pagination: {
				pagination: {
					paginationMode: 'responseContainsNextURL',
					nextURL: '={{ $response.body.pagination.nextPage }}',
					paginationCompleteWhen: 'other',
					completeExpression: '={{ !$response.body.pagination.nextPage }}',
				},
			},
		},
	}),
	typeVersion: 4.2,
});

const splitOut = (name: string, field: string, others: object) =>
	makeNode(name, 'n8n-nodes-base.splitOut', { fieldToSplitOut: field, options: {}, ...others });

addHostNodes(inputOf<ListingInput>().hostFolder);

measureListing(async ({ output }, { baseUrl, apiToken, timezone }) => {
	const orders = splitOut(ORDERS, 'salesOrders', { include: 'noOtherFields' });
	// Some fields of the order beside each line; all of them would cost this way far more.
	const lines = splitOut(LINES, 'items', {
		include: 'selectedOtherFields',
		fieldsToInclude: 'id, dateCreated, customer, type, totalSales, externalId',
	});
	const names = [START, REQUEST, ORDERS, ...(output === 'items' ? [LINES] : [])];
	const { run, node } = await runWorkflow({
		nodes: [makeNode(START, nodeTypeNames.start), request(baseUrl), orders, lines],
		connections: inARow(...names),
		pinData: { [START]: [{ json: {} }] },
		credential: { baseUrl, apiToken, timezone },
	});
	if (run.data.resultData.error) throw run.data.resultData.error;
	return node(names.at(-1) ?? '')?.items.length ?? 0;
});
