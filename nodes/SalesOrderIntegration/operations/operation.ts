/** What an operation is made of. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Client } from '../http/client';

/** What the editor shows of an operation. */
interface ShownOperation {
	/** The choice in the Operation field, and the subtitle of the node. */
	name: string;
	description: string;
	/** The name on the canvas and in the node panel. */
	action: string;
	/** Its fields, without displayOptions for resource and operation: operations/index.ts adds those. */
	properties: INodeProperties[];
}

/** An operation that runs for each input item. */
export interface ItemOperation extends ShownOperation {
	/**
	 * Begins a run over all input items. The function that it returns runs for one item and returns its rows.
	 *
	 * @throws InputError for a value that cannot be used, ServiceFailure when the service fails
	 */
	eachItem(context: IExecuteFunctions, client: Client): (itemIndex: number) => Promise<IDataObject[]>;
}

/** An operation that needs all input items at once. */
export interface WholeOperation extends ShownOperation {
	/**
	 * Runs once, and returns its rows with the items they are paired with.
	 *
	 * @throws InputError for a value that cannot be used, ServiceFailure when the service fails
	 */
	allItems(context: IExecuteFunctions, client: Client): Promise<INodeExecutionData[]>;
}

export type Operation = ItemOperation | WholeOperation;
