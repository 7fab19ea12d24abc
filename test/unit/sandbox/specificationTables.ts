/** The tables of the specification's section 2, field by field, for the sandbox's contract test to read. */

/** A row: the field and its type, in the specification's words. */
export type FieldRow = readonly [field: string, type: string];

/** api-specification 2.1 */
export const paginationTable: readonly FieldRow[] = [
	['totalCount', 'integer'],
	['totalPages', 'integer'],
	['currentPage', 'string (URL)'],
	['nextPage', 'string (URL) or null'],
	['prevPage', 'string (URL) or null'],
	['firstPage', 'string (URL)'],
	['lastPage', 'string (URL)'],
];

/** api-specification 2.2; how `externalId` is read is not shown (2.5): null is the sandbox's default. */
export const salesOrderTable: readonly FieldRow[] = [
	['id', 'integer'],
	['mobileDateCreated', 'timestamp'],
	['dateCreated', 'timestamp'],
	['customer', 'Customer object'],
	['createdBy', 'User object'],
	['items', 'array of Item'],
	['type', 'Order type object'],
	['exported', 'boolean'],
	['deleted', 'boolean'],
	['dateDeleted', 'timestamp or null'],
	['deletedBy', 'null in the observed response'],
	['sellerComment', 'string or null'],
	['scheduledDateForDelivery', 'timestamp'],
	['latitude', 'number (decimal)'],
	['longitude', 'number (decimal)'],
	['accuracy', 'number'],
	['tookInPlace', 'boolean'],
	['priceList', 'null in the observed response'],
	['totalSales', 'number (decimal)'],
	['billable', 'boolean'],
	['billed', 'boolean'],
	['routeSalePaymentType', 'null in the observed response'],
	['promoIds', 'null in the observed response'],
	['promoNames', 'null in the observed response'],
	['networkSignalQuality', 'integer'],
	['creationSource', 'string'],
	['editedFrom', 'null in the observed response'],
	['isEdited', 'boolean'],
	['externalId', 'string or null'],
];

/** api-specification 2.3 */
export const itemTable: readonly FieldRow[] = [
	['id', 'integer'],
	['isReturn', 'boolean'],
	['product', 'Product object'],
	['quantity', 'number (decimal)'],
	['price', 'number (decimal)'],
	['originalPrice', 'number (decimal)'],
	['total', 'number (decimal)'],
	['comments', 'null in the observed response'],
	['isReward', 'boolean'],
	['discount', 'null in the observed response'],
	['promoIds', 'null in the observed response'],
	['promoNames', 'null in the observed response'],
];

/** api-specification 2.4 */
export const productTable: readonly FieldRow[] = [
	['id', 'integer'],
	['code', 'string'],
	['description', 'string'],
	['quantity', 'number (decimal)'],
	['price', 'number (decimal)'],
	['enabled', 'boolean'],
	['hasBeenSold', 'boolean'],
	['applyDiscounts', 'boolean'],
	['taxType', 'integer'],
	['satUnitCode', 'string (may be empty)'],
	['satProductCode', 'string (may be empty)'],
	['family', 'Family object'],
	['category', 'null in the observed response'],
	['barcode', 'null in the observed response'],
	['details', 'null in the observed response'],
];

/** api-specification 2.4, in brackets */
export const familyTable: readonly FieldRow[] = [
	['id', 'integer'],
	['description', 'string'],
	['enabled', 'boolean'],
];

/** api-specification 2.5 */
export const customerTable: readonly FieldRow[] = [
	['id', 'integer'],
	['code', 'string'],
	['description', 'string'],
	['enabled', 'boolean'],
	['zone', 'Zone object'],
];

/** api-specification 2.5 */
export const zoneTable = familyTable;

/** api-specification 2.5 */
export const orderTypeTable = familyTable;

/** api-specification 2.5 */
export const createdByTable: readonly FieldRow[] = [
	['id', 'integer'],
	['name', 'string'],
	['username', 'string'],
	['enabled', 'boolean'],
];

/** api-specification 2.5: "further fields exist", which the contract leaves open */
export const listedUserTable: readonly FieldRow[] = [
	['id', 'integer'],
	['username', 'string'],
];

const text = (value: unknown) => typeof value === 'string' && value.length > 0 && value.length <= 255;
const url = (value: unknown) => typeof value === 'string' && URL.canParse(value);
const number = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const object = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const timestamp = (value: unknown) =>
	typeof value === 'string' &&
	/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) &&
	!Number.isNaN(Date.parse(value));

/** Whether a value is of a type, in the specification's words; a String has at most 255 characters. */
export const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
	integer: (value) => Number.isInteger(value),
	boolean: (value) => typeof value === 'boolean',
	number,
	'number (decimal)': number,
	timestamp,
	'timestamp or null': (value) => value === null || timestamp(value),
	string: text,
	'string or null': (value) => value === null || text(value),
	'string (may be empty)': (value) => value === '' || text(value),
	'string (URL)': url,
	'string (URL) or null': (value) => value === null || url(value),
	'null in the observed response': (value) => value === null,
	'array of Item': Array.isArray,
	'Customer object': object,
	'User object': object,
	'Order type object': object,
	'Product object': object,
	'Family object': object,
	'Zone object': object,
};
