/** The polling trigger: what the editor shows, and poll(). */
import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { testCredential } from './http/credentialTest';
import { pollForOrders } from './trigger/n8nPoll';
import { triggerProperties } from './trigger/properties';

export class SalesOrderIntegrationTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sales Order Integration Trigger',
		name: 'salesOrderIntegrationTrigger',
		icon: { light: 'file:salesOrderIntegration.svg', dark: 'file:salesOrderIntegration.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description: 'Starts the workflow when sales orders are created, deleted or edited',
		defaults: { name: 'Sales Order Integration Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'salesOrderIntegrationApi', required: true, testedBy: 'testCredential' }],
		properties: triggerProperties,
	};

	methods = { credentialTest: { testCredential } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollForOrders(this);
	}
}
