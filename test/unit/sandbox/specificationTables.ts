/** The tables of the specification's section 2, field by field, for the sandbox's contract test to read. */

/** A row: the field and its type. */
export type FieldRow = readonly [field: string, type: string];

/** Lines of fields that have one type, which begins the line; in the sequence of the types, not of the fields. */
function table(...lines: string[]): FieldRow[] {
	return lines.flatMap((line) => {
		const [type = '', fields = ''] = line.split(': ');
		return fields.split(' ').map((field): FieldRow => [field, type]);
	});
}

/** api-specification 2.1 */
export const paginationTable = table(
	'integer: totalCount totalPages',
	'url: currentPage firstPage lastPage',
	'url or null: nextPage prevPage',
);

/** api-specification 2.2; how `externalId` is read is not shown (2.5): null is the sandbox's default. */
export const salesOrderTable = table(
	'integer: id networkSignalQuality',
	'timestamp: mobileDateCreated dateCreated scheduledDateForDelivery',
	'timestamp or null: dateDeleted',
	'object: customer createdBy type',
	'list: items',
	'boolean: exported deleted tookInPlace billable billed isEdited',
	'text: creationSource',
	'text or null: sellerComment externalId',
	'number: latitude longitude accuracy totalSales',
	'null: deletedBy priceList routeSalePaymentType promoIds promoNames editedFrom',
);

/** api-specification 2.3 */
export const itemTable = table(
	'integer: id',
	'boolean: isReturn isReward',
	'object: product',
	'number: quantity price originalPrice total',
	'null: comments discount promoIds promoNames',
);

/** api-specification 2.4 */
export const productTable = table(
	'integer: id taxType',
	'text: code description',
	'number: quantity price',
	'boolean: enabled hasBeenSold applyDiscounts',
	'text or empty: satUnitCode satProductCode',
	'object: family',
	'null: category barcode details',
);

/** api-specification 2.4, in brackets; a zone and an order type have the same (2.5). */
export const familyTable = table('integer: id', 'text: description', 'boolean: enabled');

/** api-specification 2.5 */
export const customerTable = table(
	'integer: id',
	'text: code description',
	'boolean: enabled',
	'object: zone',
);

/** api-specification 2.5 */
export const createdByTable = table('integer: id', 'text: name username', 'boolean: enabled');

/** api-specification 2.5: "further fields exist", which the contract leaves open */
export const listedUserTable = table('integer: id', 'text: username');

const isTimestamp = (value: unknown) =>
	typeof value === 'string' &&
	/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) &&
	!Number.isNaN(Date.parse(value));

/** Whether a value is of a type; a text has at most 255 characters. */
const types: Readonly<Record<string, (value: unknown) => boolean>> = {
	integer: (value) => Number.isInteger(value),
	boolean: (value) => typeof value === 'boolean',
	number: (value) => Number.isFinite(value),
	timestamp: isTimestamp,
	text: (value) => typeof value === 'string' && value.length > 0 && value.length <= 255,
	url: (value) => typeof value === 'string' && URL.canParse(value),
	list: Array.isArray,
	object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
	null: (value) => value === null,
	empty: (value) => value === '',
};

/** Whether a value is of a type of the tables: of one of those that are joined by "or". */
export const isOfType = (value: unknown, type: string): boolean =>
	type.split(' or ').some((one) => types[one]?.(value));
