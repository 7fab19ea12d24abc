/** The polling trigger: what the editor shows, and poll(). */
import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { searchUsers, testCredential } from './parameters/editor';
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
		description: 'Starts the workflow when sales orders are created, changed or deleted',
		eventTriggerDescription: 'Waiting for sales orders',
		activationMessage:
			'The trigger is on. An execution appears when something new arrives, or if something arrived while it was off.',
		defaults: { name: 'Sales Order Integration Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'salesOrderIntegrationApi', required: true, testedBy: 'testCredential' }],
		hints: triggerHints,
		builderHint: {
			searchHint:
				"Add no Remove Duplicates. End the workflow with 'Set External ID' and set 'Delivery' to 'Until External ID Is Set': an order that fails then comes again, so upsert it by salesOrderId.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-sales-order-integration.salesOrderIntegration',
					relationHint:
						"Ends the workflow: 'Set External ID' writes your own number to the order, which confirms that it has arrived",
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
