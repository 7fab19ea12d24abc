/** What an operation is made of. */
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Client } from '../http/client';

/** One operation of the node: what the editor shows for it, and what it does with one input item. */
export interface Operation {
	/** The choice in the Operation field. */
	name: string;
	description: string;
	/** What the canvas and the node panel call it. */
	action: string;
	/** Its fields, without displayOptions: operations/index.ts adds those. */
	properties: INodeProperties[];
	/**
	 * Runs for one input item and gives the rows that come of it.
	 *
	 * @throws InputError for a value that cannot be used, ServiceFailure when the service fails
	 */
	run(context: IExecuteFunctions, client: Client, itemIndex: number): Promise<IDataObject[]>;
}
