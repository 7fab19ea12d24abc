/** What an operation is made of. */
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Client } from '../http/client';

export interface Operation {
	/** The choice in the Operation field, and the subtitle of the node. */
	name: string;
	description: string;
	/** The name on the canvas and in the node panel. */
	action: string;
	/** Its fields, without displayOptions for resource and operation. */
	properties: INodeProperties[];
	/** Whether it does all items at once, for the first. */
	takesAllItems?: true;
	/**
	 * Begins a run. The function that it returns gives the rows for an input item; they are paired with it unless they say
	 * otherwise. It throws InputError for a value that cannot be used, and ServiceFailure.
	 */
	eachItem(
		context: IExecuteFunctions,
		client: Client,
	): (itemIndex: number) => Promise<Array<Pick<INodeExecutionData, 'json' | 'pairedItem'>>>;
}
