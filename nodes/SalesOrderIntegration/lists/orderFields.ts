/**
 * Every field of an order and of its lines that the specification knows (api-specification 2.2 to 2.6). The check of what
 * arrives (wire.ts), the columns, the choices under Fields and docs/fields.md follow from these lists. Their order is
 * that of the columns in a sheet, so a new field goes to the end of its list.
 */
import { z } from 'zod/v4';

export interface Field {
	/** Dotted, from the order or the line. */
	path: string;
	type: z.ZodType;
	/** What an integrator should know of it, in a few words. */
	meaning: string;
	/** The name of its column, where that does not follow from the path. */
	column?: string;
}

function field(path: string, type: z.ZodType, meaning: string, column?: string): Field {
	return { path, type, meaning, column };
}

/** json.ts turns an identifier beyond 2^53 into a string of its exact digits. */
export const identifier = z.union([z.number(), z.string().regex(/^-?\d{16,}$/)]);

/** `yyyy-MM-dd'T'HH:mm:ss'Z'` in UTC (api-specification 2). */
const timestamp = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/);

const text = z.string();
const number = z.number();
const flag = z.boolean();

/** Null in the observed response, so the type is unknown: anything is allowed (api-specification 2.2). */
export const notShown = z.unknown().optional();

/** Of the order as a whole. Beside these, it has `items`: its lines. */
export const orderFields: readonly Field[] = [
	field('id', identifier, 'Number of the order in the service', 'salesOrderId'),
	field(
		'externalId',
		// The specification does not show how it is returned: unset may be null, empty or absent.
		text.nullish(),
		'Number of the order in your own system, once it was written with Set External ID',
	),
	field('mobileDateCreated', timestamp, 'When the order was created, by the clock of the phone'),
	field('dateCreated', timestamp, 'When the order reached the servers'),
	field('scheduledDateForDelivery', timestamp, 'When it is to be delivered'),
	field('customer.id', identifier, 'Number of the customer in the service'),
	field('customer.code', text, 'Code of the customer'),
	field('customer.description', text, 'Description of the customer'),
	field('customer.enabled', flag, 'Whether the customer is enabled'),
	field('customer.zone.id', identifier, 'Number of the customer’s zone'),
	field('customer.zone.description', text, 'Description of the customer’s zone'),
	field('customer.zone.enabled', flag, 'Whether the customer’s zone is enabled'),
	field('createdBy.id', identifier, 'Number of the user who created the order'),
	field('createdBy.username', text, 'Username of the user who created the order'),
	field('createdBy.name', text, 'Name of the user who created the order'),
	field('createdBy.enabled', flag, 'Whether that user is enabled'),
	field('type.id', identifier, 'Number of the order type'),
	field('type.description', text, 'Description of the order type'),
	field('type.enabled', flag, 'Whether the order type is enabled'),
	field('totalSales', number, 'Money total of the whole order, as the service sent it'),
	field('sellerComment', text.nullable(), 'Comment of the sales rep'),
	field('priceList', notShown, 'Price list'),
	field('routeSalePaymentType', notShown, 'Kind of payment in route sales'),
	field('promoIds', notShown, 'Promotions of the order, by number'),
	field('promoNames', notShown, 'Promotions of the order, by name'),
	field('deleted', flag, 'Whether the order was deleted'),
	field('dateDeleted', timestamp.nullable(), 'When it was deleted; null if it was not'),
	field('deletedBy', notShown, 'Who deleted it'),
	field('exported', flag, 'Flag of the service: exported'),
	field('billable', flag, 'Flag of the service: billable'),
	field('billed', flag, 'Flag of the service: billed'),
	field('isEdited', flag, 'Whether the order was edited'),
	field('editedFrom', notShown, 'What it was edited from'),
	field('creationSource', text, 'Where the order was created, such as MOBILE'),
	field('latitude', number, 'Position, degrees of latitude'),
	field('longitude', number, 'Position, degrees of longitude'),
	field('accuracy', number, 'Accuracy of the position'),
	field('tookInPlace', flag, 'Flag of the service: took in place'),
	field('networkSignalQuality', number, 'Signal quality of the network; -1 occurs'),
];

/** Of one line of the order. */
export const lineFields: readonly Field[] = [
	field('id', identifier, 'Number of the line in the service', 'itemId'),
	field('product.id', identifier, 'Number of the product in the service'),
	field('product.code', text, 'Code of the product'),
	field('product.description', text, 'Description of the product'),
	field('quantity', number, 'Quantity; positive for returns too'),
	field('price', number, 'Price'),
	field('originalPrice', number, 'Original price'),
	field('total', number, 'Money total of the line as the service sent it; negative for returns'),
	field('isReturn', flag, 'Whether the line is a return'),
	field('isReward', flag, 'Whether the line is a reward'),
	field('comments', notShown, 'Comments on the line'),
	field('discount', notShown, 'Discount on the line'),
	field('promoIds', notShown, 'Promotions of the line, by number', 'itemPromoIds'),
	field('promoNames', notShown, 'Promotions of the line, by name', 'itemPromoNames'),
	field('product.family.id', identifier, 'Number of the product family'),
	field('product.family.description', text, 'Description of the product family'),
	field('product.family.enabled', flag, 'Whether the product family is enabled'),
	field('product.category', notShown, 'Category of the product'),
	field('product.barcode', notShown, 'Barcode of the product'),
	field('product.details', notShown, 'Details of the product'),
	field('product.satUnitCode', text, 'SAT code of the unit; may be empty'),
	field('product.satProductCode', text, 'SAT code of the product; may be empty'),
	field('product.taxType', number, 'Tax type of the product'),
	field('product.quantity', number, 'Quantity in the product’s own record'),
	field('product.price', number, 'Price in the product’s own record'),
	field('product.enabled', flag, 'Whether the product is enabled'),
	field('product.hasBeenSold', flag, 'Whether the product has been sold'),
	field('product.applyDiscounts', flag, 'Whether discounts apply to the product'),
];
