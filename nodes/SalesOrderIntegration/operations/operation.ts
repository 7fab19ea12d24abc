/** What an operation is made of. */
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Client } from '../http/client';

export interface Operation {
	/** The choice in the Operation field, and the subtitle of the node. */
	name: string;
	description: string;
	/** The name on the canvas and in the node panel. */
	action: string;
	/** Its fields, without displayOptions for resource and operation: operations/index.ts adds those. */
	properties: INodeProperties[];
	/** Whether it does all items at once, for the first. */
	takesAllItems?: true;
	/**
	 * Begins a run over all input items. The function that it returns runs for one item and returns its rows, which are
	 * paired with that item unless they say otherwise.
	 *
	 * @throws InputError for a value that cannot be used, ServiceFailure when the service fails
	 */
	eachItem(
		context: IExecuteFunctions,
		client: Client,
	): (itemIndex: number) => Promise<Array<Pick<INodeExecutionData, 'json' | 'pairedItem'>>>;
}
