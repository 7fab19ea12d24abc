/**
 * The columns of the flat rows, as data: which field of the service stands in which column, in which order.
 *
 * A column has the service's own field name, prefixed by the object it comes from. The ID of the order is
 * `salesOrderId`, never `id`: databases and ERPs put their own numbers in a column of that name, and such a number
 * must not be mistaken for an order (design 2). The order of these lists is the order of the columns in a sheet, so new
 * columns go to the end of a list.
 */
import { isRecord } from '../lists/wire';
import type { WireRecord } from '../lists/wire';

/** A column that holds a field of the service as it came. */
export interface FieldColumn {
	column: string;
	/** Dotted path from the order, or, for a column of a line, from the element of `items`. */
	path: string;
	/** What an integrator should know of it, in a few words. */
	meaning: string;
}

/** A column that the service does not send: a count, a position or a sign, never money. */
export interface CalculatedColumn {
	column: string;
	meaning: string;
	/** The number that stands in it; null where the record does not tell. `position` is that in its list, from 0. */
	calculate(record: unknown, position: number): number | null;
}

export type Column = FieldColumn | CalculatedColumn;

/** Whether the service sends what stands in this column. */
export function isFieldColumn(column: Column): column is FieldColumn {
	return 'path' in column;
}

/** What a row says of the order as a whole (api-specification 2.2 and 2.5). */
export const orderColumns: readonly Column[] = [
	{ column: 'salesOrderId', path: 'id', meaning: 'Number of the order in the service' },
	{
		column: 'externalId',
		path: 'externalId',
		meaning: 'Number of the order in your own system, once it was written with Set External ID',
	},
	{
		column: 'mobileDateCreated',
		path: 'mobileDateCreated',
		meaning: 'When the order was created, by the clock of the phone',
	},
	{ column: 'dateCreated', path: 'dateCreated', meaning: 'When the order reached the servers' },
	{
		column: 'scheduledDateForDelivery',
		path: 'scheduledDateForDelivery',
		meaning: 'When it is to be delivered',
	},
	{ column: 'customerId', path: 'customer.id', meaning: 'Number of the customer in the service' },
	{ column: 'customerCode', path: 'customer.code', meaning: 'Code of the customer' },
	{ column: 'customerDescription', path: 'customer.description', meaning: 'Description of the customer' },
	{ column: 'customerEnabled', path: 'customer.enabled', meaning: 'Whether the customer is enabled' },
	{ column: 'customerZoneId', path: 'customer.zone.id', meaning: 'Number of the customer’s zone' },
	{
		column: 'customerZoneDescription',
		path: 'customer.zone.description',
		meaning: 'Description of the customer’s zone',
	},
	{
		column: 'customerZoneEnabled',
		path: 'customer.zone.enabled',
		meaning: 'Whether the customer’s zone is enabled',
	},
	{ column: 'createdById', path: 'createdBy.id', meaning: 'Number of the user who created the order' },
	{
		column: 'createdByUsername',
		path: 'createdBy.username',
		meaning: 'Username of the user who created the order',
	},
	{ column: 'createdByName', path: 'createdBy.name', meaning: 'Name of the user who created the order' },
	{ column: 'createdByEnabled', path: 'createdBy.enabled', meaning: 'Whether that user is enabled' },
	{ column: 'typeId', path: 'type.id', meaning: 'Number of the order type' },
	{ column: 'typeDescription', path: 'type.description', meaning: 'Description of the order type' },
	{ column: 'typeEnabled', path: 'type.enabled', meaning: 'Whether the order type is enabled' },
	{
		column: 'totalSales',
		path: 'totalSales',
		meaning: 'Money total of the whole order, as the service sent it',
	},
	{ column: 'itemCount', meaning: 'How many lines the order has', calculate: countItems },
	{
		column: 'returnCount',
		meaning: 'How many of its lines are returns; null where a line does not say whether it is one',
		calculate: countReturns,
	},
	{ column: 'sellerComment', path: 'sellerComment', meaning: 'Comment of the seller' },
	{ column: 'priceList', path: 'priceList', meaning: 'Price list' },
	{ column: 'routeSalePaymentType', path: 'routeSalePaymentType', meaning: 'Kind of payment in route sales' },
	{ column: 'promoIds', path: 'promoIds', meaning: 'Promotions of the order, by number' },
	{ column: 'promoNames', path: 'promoNames', meaning: 'Promotions of the order, by name' },
	{ column: 'deleted', path: 'deleted', meaning: 'Whether the order was deleted' },
	{ column: 'dateDeleted', path: 'dateDeleted', meaning: 'When it was deleted; null if it was not' },
	{ column: 'deletedBy', path: 'deletedBy', meaning: 'Who deleted it' },
	{ column: 'exported', path: 'exported', meaning: 'Flag of the service: exported' },
	{ column: 'billable', path: 'billable', meaning: 'Flag of the service: billable' },
	{ column: 'billed', path: 'billed', meaning: 'Flag of the service: billed' },
	{ column: 'isEdited', path: 'isEdited', meaning: 'Whether the order was edited' },
	{ column: 'editedFrom', path: 'editedFrom', meaning: 'What it was edited from' },
	{
		column: 'creationSource',
		path: 'creationSource',
		meaning: 'Where the order was created, such as MOBILE',
	},
	{ column: 'latitude', path: 'latitude', meaning: 'Position, degrees of latitude' },
	{ column: 'longitude', path: 'longitude', meaning: 'Position, degrees of longitude' },
	{ column: 'accuracy', path: 'accuracy', meaning: 'Accuracy of the position' },
	{ column: 'tookInPlace', path: 'tookInPlace', meaning: 'Flag of the service: took in place' },
	{
		column: 'networkSignalQuality',
		path: 'networkSignalQuality',
		meaning: 'Signal quality of the network; -1 occurs',
	},
];

/** What a row says of one line of the order (api-specification 2.3, 2.4 and 2.6). */
export const lineColumns: readonly Column[] = [
	{ column: 'itemId', path: 'id', meaning: 'Number of the line in the service' },
	{ column: 'lineNumber', meaning: 'Position of the line in its order, from 1', calculate: lineNumber },
	{ column: 'productId', path: 'product.id', meaning: 'Number of the product in the service' },
	{ column: 'productCode', path: 'product.code', meaning: 'Code of the product' },
	{ column: 'productDescription', path: 'product.description', meaning: 'Description of the product' },
	{ column: 'quantity', path: 'quantity', meaning: 'Quantity; positive for returns too' },
	{
		column: 'signedQuantity',
		meaning: 'Quantity with its sign: negative for a return; null where the line does not say which it is',
		calculate: signedQuantity,
	},
	{ column: 'price', path: 'price', meaning: 'Price' },
	{ column: 'originalPrice', path: 'originalPrice', meaning: 'Original price' },
	{
		column: 'total',
		path: 'total',
		meaning: 'Money total of the line as the service sent it; negative for returns',
	},
	{ column: 'isReturn', path: 'isReturn', meaning: 'Whether the line is a return' },
	{ column: 'isReward', path: 'isReward', meaning: 'Whether the line is a reward' },
	{ column: 'comments', path: 'comments', meaning: 'Comments on the line' },
	{ column: 'discount', path: 'discount', meaning: 'Discount on the line' },
	{ column: 'itemPromoIds', path: 'promoIds', meaning: 'Promotions of the line, by number' },
	{ column: 'itemPromoNames', path: 'promoNames', meaning: 'Promotions of the line, by name' },
	{ column: 'productFamilyId', path: 'product.family.id', meaning: 'Number of the product family' },
	{
		column: 'productFamilyDescription',
		path: 'product.family.description',
		meaning: 'Description of the product family',
	},
	{
		column: 'productFamilyEnabled',
		path: 'product.family.enabled',
		meaning: 'Whether the product family is enabled',
	},
	{ column: 'productCategory', path: 'product.category', meaning: 'Category of the product' },
	{ column: 'productBarcode', path: 'product.barcode', meaning: 'Barcode of the product' },
	{ column: 'productDetails', path: 'product.details', meaning: 'Details of the product' },
	{
		column: 'productSatUnitCode',
		path: 'product.satUnitCode',
		meaning: 'SAT code of the unit; may be empty',
	},
	{
		column: 'productSatProductCode',
		path: 'product.satProductCode',
		meaning: 'SAT code of the product; may be empty',
	},
	{ column: 'productTaxType', path: 'product.taxType', meaning: 'Tax type of the product' },
	{ column: 'productQuantity', path: 'product.quantity', meaning: 'Quantity in the product’s own record' },
	{ column: 'productPrice', path: 'product.price', meaning: 'Price in the product’s own record' },
	{ column: 'productEnabled', path: 'product.enabled', meaning: 'Whether the product is enabled' },
	{
		column: 'productHasBeenSold',
		path: 'product.hasBeenSold',
		meaning: 'Whether the product has been sold',
	},
	{
		column: 'productApplyDiscounts',
		path: 'product.applyDiscounts',
		meaning: 'Whether discounts apply to the product',
	},
];

/** What is known of every user (api-specification 2.5): these columns are always there, and first. */
export const userColumns = [
	{ column: 'id', meaning: 'Number of the user in the service' },
	{ column: 'username', meaning: 'Username' },
	{ column: 'name', meaning: 'Name' },
	{ column: 'enabled', meaning: 'Whether the user is enabled' },
] as const;

/** The path of a column's field from the order: that of a line leads through `items`. */
export function pathFromOrder(column: FieldColumn): string {
	return lineColumns.includes(column) ? `items.${column.path}` : column.path;
}

function countItems(order: unknown): number | null {
	return isRecord(order) && Array.isArray(order.items) ? order.items.length : null;
}

/** A count over lines of which one does not say what it is would be a guess, as the sign of its quantity would. */
function countReturns(order: unknown): number | null {
	if (!isRecord(order) || !Array.isArray(order.items)) return null;
	const flags = order.items.map((line: unknown) => (isRecord(line) ? line.isReturn : undefined));
	return flags.every((flag) => typeof flag === 'boolean') ? flags.filter((flag) => flag).length : null;
}

function lineNumber(_line: unknown, position: number): number {
	return position + 1;
}

/** Where `isReturn` is neither true nor false nobody knows the sign, and a guess could book a return as a sale. */
function signedQuantity(line: unknown): number | null {
	const { quantity, isReturn }: WireRecord = isRecord(line) ? line : {};
	if (typeof quantity !== 'number' || typeof isReturn !== 'boolean') return null;
	return isReturn && quantity !== 0 ? -Math.abs(quantity) : quantity;
}
