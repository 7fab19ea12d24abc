/** The polling trigger: what the editor shows, and poll(). */
import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { testCredential } from './http/credentialTest';
import { searchUsers } from './parameters/listSearch';
import { pollForOrders } from './trigger/n8nPoll';
import { eventSubtitle, triggerHints, triggerProperties } from './triggerProperties';

export class SalesOrderIntegrationTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sales Order Integration Trigger',
		name: 'salesOrderIntegrationTrigger',
		icon: { light: 'file:salesOrderIntegration.svg', dark: 'file:salesOrderIntegration.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventSubtitle,
		description: 'Starts the workflow when sales orders are created, deleted or edited',
		eventTriggerDescription: 'Waiting for sales orders',
		activationMessage:
			'Orders that arrive from now on are delivered. Each poll of the service delivers what is new.',
		defaults: { name: 'Sales Order Integration Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'salesOrderIntegrationApi', required: true, testedBy: 'testCredential' }],
		hints: triggerHints,
		builderHint: {
			searchHint:
				"This trigger removes duplicates itself: add no Remove Duplicates and no list of known IDs after it. Set Delivery to 'Until External ID Is Set' and end the workflow with 'Set External ID'.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-sales-order-integration.salesOrderIntegration',
					relationHint:
						"Ends the workflow: 'Set External ID' writes the number of your own system to the order, which confirms the delivery",
				},
			],
		},
		properties: triggerProperties,
	};

	methods = { credentialTest: { testCredential }, listSearch: { searchUsers } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollForOrders(this);
	}
}
