/** The node: what the editor shows, and dispatch. */
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { testCredential } from './http/credentialTest';
import { operationProperties, runOperation, subtitle } from './operations';
import { searchOrders } from './parameters/orderSearch';
import { searchUsers } from './parameters/userSearch';

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
		properties: operationProperties,
	};

	methods = { credentialTest: { testCredential }, listSearch: { searchOrders, searchUsers } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runOperation(this)];
	}
}
