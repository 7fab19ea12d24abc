/**
 * The columns of the flat rows, as data: which field of the service is in which column, in which order.
 *
 * A column has the service's own field name, prefixed by the object it comes from. The ID of the order is
 * `salesOrderId`, never `id`: databases and ERPs put their own numbers in a column of that name, and such a number
 * must not be mistaken for an order (design 2). The order of these lists is the order of the columns in a sheet, so new
 * columns go to the end of a list.
 */
import type { IDataObject } from 'n8n-workflow';
import { jsonText } from '../http/json';
import { isRecord } from '../lists/wire';
import type { WireRecord } from '../lists/wire';

export interface Column {
	column: string;
	/** Dotted path of its field from the order; none for a count, a position or a sign, which the service does not send. */
	path?: string;
	/** What an integrator should know of it, in a few words. */
	meaning: string;
	/**
	 * What stands in it for an order, or for a line of one; null where the record does not tell. `position` is that in its
	 * list, from 0.
	 */
	cellOf(record: unknown, position: number): IDataObject[string];
}

/** The column of a field of the order is named by its path, unless another name is given. */
function field(
	path: string,
	meaning: string,
	column = path.replace(/\.(.)/g, (_, letter: string) => letter.toUpperCase()),
): Column {
	// Lists are long, so it is split once.
	const steps = path.split('.');
	return { column, path, meaning, cellOf: (record) => asCell(fieldAt(record, steps)) };
}

/** The same of a line: `path` from the element of `items`. */
function ofLine(path: string, meaning: string, column?: string): Column {
	return { ...field(path, meaning, column), path: `items.${path}` };
}

/** The columns of `simplified`: what a row says of the order as a whole (api-specification 2.2 and 2.5). */
export const orderColumns: readonly Column[] = [
	field('id', 'Number of the order in the service', 'salesOrderId'),
	field('externalId', 'Number of the order in your own system, once it was written with Set External ID'),
	field('mobileDateCreated', 'When the order was created, by the clock of the phone'),
	field('dateCreated', 'When the order reached the servers'),
	field('scheduledDateForDelivery', 'When it is to be delivered'),
	field('customer.id', 'Number of the customer in the service'),
	field('customer.code', 'Code of the customer'),
	field('customer.description', 'Description of the customer'),
	field('customer.enabled', 'Whether the customer is enabled'),
	field('customer.zone.id', 'Number of the customer’s zone'),
	field('customer.zone.description', 'Description of the customer’s zone'),
	field('customer.zone.enabled', 'Whether the customer’s zone is enabled'),
	field('createdBy.id', 'Number of the user who created the order'),
	field('createdBy.username', 'Username of the user who created the order'),
	field('createdBy.name', 'Name of the user who created the order'),
	field('createdBy.enabled', 'Whether that user is enabled'),
	field('type.id', 'Number of the order type'),
	field('type.description', 'Description of the order type'),
	field('type.enabled', 'Whether the order type is enabled'),
	field('totalSales', 'Money total of the whole order, as the service sent it'),
	{ column: 'itemCount', meaning: 'How many lines the order has', cellOf: countItems },
	{
		column: 'returnCount',
		meaning: 'How many of its lines are returns; null where a line does not say whether it is one',
		cellOf: countReturns,
	},
	field('sellerComment', 'Comment of the sales rep'),
	field('priceList', 'Price list'),
	field('routeSalePaymentType', 'Kind of payment in route sales'),
	field('promoIds', 'Promotions of the order, by number'),
	field('promoNames', 'Promotions of the order, by name'),
	field('deleted', 'Whether the order was deleted'),
	field('dateDeleted', 'When it was deleted; null if it was not'),
	field('deletedBy', 'Who deleted it'),
	field('exported', 'Flag of the service: exported'),
	field('billable', 'Flag of the service: billable'),
	field('billed', 'Flag of the service: billed'),
	field('isEdited', 'Whether the order was edited'),
	field('editedFrom', 'What it was edited from'),
	field('creationSource', 'Where the order was created, such as MOBILE'),
	field('latitude', 'Position, degrees of latitude'),
	field('longitude', 'Position, degrees of longitude'),
	field('accuracy', 'Accuracy of the position'),
	field('tookInPlace', 'Flag of the service: took in place'),
	field('networkSignalQuality', 'Signal quality of the network; -1 occurs'),
];

/** What a row says of one line of the order (api-specification 2.3, 2.4 and 2.6). */
export const lineColumns: readonly Column[] = [
	ofLine('id', 'Number of the line in the service', 'itemId'),
	{ column: 'lineNumber', meaning: 'Position of the line in its order, from 1', cellOf: lineNumber },
	ofLine('product.id', 'Number of the product in the service'),
	ofLine('product.code', 'Code of the product'),
	ofLine('product.description', 'Description of the product'),
	ofLine('quantity', 'Quantity; positive for returns too'),
	{
		column: 'signedQuantity',
		meaning: 'Quantity with its sign: negative for a return; null where the line does not say which it is',
		cellOf: signedQuantity,
	},
	ofLine('price', 'Price'),
	ofLine('originalPrice', 'Original price'),
	ofLine('total', 'Money total of the line as the service sent it; negative for returns'),
	ofLine('isReturn', 'Whether the line is a return'),
	ofLine('isReward', 'Whether the line is a reward'),
	ofLine('comments', 'Comments on the line'),
	ofLine('discount', 'Discount on the line'),
	ofLine('promoIds', 'Promotions of the line, by number', 'itemPromoIds'),
	ofLine('promoNames', 'Promotions of the line, by name', 'itemPromoNames'),
	ofLine('product.family.id', 'Number of the product family'),
	ofLine('product.family.description', 'Description of the product family'),
	ofLine('product.family.enabled', 'Whether the product family is enabled'),
	ofLine('product.category', 'Category of the product'),
	ofLine('product.barcode', 'Barcode of the product'),
	ofLine('product.details', 'Details of the product'),
	ofLine('product.satUnitCode', 'SAT code of the unit; may be empty'),
	ofLine('product.satProductCode', 'SAT code of the product; may be empty'),
	ofLine('product.taxType', 'Tax type of the product'),
	ofLine('product.quantity', 'Quantity in the product’s own record'),
	ofLine('product.price', 'Price in the product’s own record'),
	ofLine('product.enabled', 'Whether the product is enabled'),
	ofLine('product.hasBeenSold', 'Whether the product has been sold'),
	ofLine('product.applyDiscounts', 'Whether discounts apply to the product'),
];

/** The columns of `items`, in their order: those that identify a line, those of the order, the rest of the line. */
export const itemsColumns: readonly Column[] = [
	...orderColumns.slice(0, 1),
	...lineColumns.slice(0, 2),
	...orderColumns.slice(1),
	...lineColumns.slice(2),
];

/** What is known of every user (api-specification 2.5): these columns are always there, and first. */
export const userColumns = [
	{ column: 'id', meaning: 'Number of the user in the service' },
	{ column: 'username', meaning: 'Username' },
	{ column: 'name', meaning: 'Name' },
	{ column: 'enabled', meaning: 'Whether the user is enabled' },
] as const;

function fieldAt(record: unknown, steps: string[]): unknown {
	let value = record;
	for (const step of steps) {
		if (!isRecord(value)) return step === 'id' ? value : undefined;
		value = value[step];
	}
	return value;
}

/** A plain value: nodes that write files would make columns of the parts of a list or an object. */
export function asCell(value: unknown): IDataObject[string] {
	if (value === undefined || value === null) return null;
	return typeof value === 'object' ? jsonText(value) : (value as IDataObject[string]);
}

function countItems(order: unknown): number | null {
	return isRecord(order) && Array.isArray(order.items) ? order.items.length : null;
}

/** Null if a line does not say whether it is a return: a count would be a guess. */
function countReturns(order: unknown): number | null {
	if (!isRecord(order) || !Array.isArray(order.items)) return null;
	const flags = order.items.map((line: unknown) => (isRecord(line) ? line.isReturn : undefined));
	return flags.every((flag) => typeof flag === 'boolean') ? flags.filter((flag) => flag).length : null;
}

function lineNumber(_line: unknown, position: number): number {
	return position + 1;
}

/** Null if `isReturn` is neither true nor false: a guess could book a return as a sale. */
function signedQuantity(line: unknown): number | null {
	const { quantity, isReturn }: WireRecord = isRecord(line) ? line : {};
	if (typeof quantity !== 'number' || typeof isReturn !== 'boolean') return null;
	return isReturn && quantity !== 0 ? -Math.abs(quantity) : quantity;
}
