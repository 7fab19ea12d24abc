/** The node: what the editor shows, and dispatch. */
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { operationProperties, runOperation, subtitle } from './operations';
import { searchUsers, testCredential } from './parameters/editor';

export class SalesOrderIntegration implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sales Order Integration',
		name: 'salesOrderIntegration',
		icon: { light: 'file:salesOrderIntegration.svg', dark: 'file:salesOrderIntegration.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Read and reconcile field-sales orders, find deleted ones, list users, and write external IDs back',
		defaults: { name: 'Sales Order Integration' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'salesOrderIntegrationApi', required: true, testedBy: 'testCredential' }],
		builderHint: {
			searchHint:
				"Lists are complete and have each order once: add no paging and no Remove Duplicates. End a workflow that transfers orders with 'Set External ID'. To compare both systems, use 'Reconcile Sales Orders'.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-sales-order-integration.salesOrderIntegrationTrigger',
					relationHint: 'Starts the workflow with new, changed and deleted orders',
				},
			],
		},
		properties: operationProperties,
	};

	methods = { credentialTest: { testCredential }, listSearch: { searchUsers } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runOperation(this)];
	}
}
