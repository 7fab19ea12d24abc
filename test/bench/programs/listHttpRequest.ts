/** Lists orders as a user would without this package: n8n's HTTP Request node with pagination, then Split Out. */
import { CREDENTIAL_NAME } from '../../../nodes/SalesOrderIntegration/http/nodeClient';
import { makeNode } from './engine';
import { addHostNodes } from './hostNodes';
import { measureListing, type ListingInput } from './listing';
import { inputOf } from './answer';

const request = (baseUrl: string) => ({
	...makeNode('HTTP Request', 'n8n-nodes-base.httpRequest', {
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

measureListing(({ output }, { baseUrl }) => {
	const orders = splitOut('Orders', 'salesOrders', { include: 'noOtherFields' });
	// Some fields of the order beside each line; all of them would cost this way far more.
	const lines = splitOut('Lines', 'items', {
		include: 'selectedOtherFields',
		fieldsToInclude: 'id, dateCreated, customer, type, totalSales, externalId',
	});
	return [request(baseUrl), orders, ...(output === 'items' ? [lines] : [])];
});
