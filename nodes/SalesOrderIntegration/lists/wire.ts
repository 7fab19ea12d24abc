/**
 * The wire format of the service (api-specification 2).
 *
 * The schemas describe and reject nothing (design 3.6): unknown fields are not looked at, fields that are null in the
 * specification may hold anything, and a field of another type is passed on with a hint. What is passed on is the
 * record itself, never zod's copy of it. Every zod since 3.25 includes zod/v4, which checks a page in a quarter of the
 * time of zod 3.
 */
import { z } from 'zod/v4';

const LONG_ID = /^-?\d{16,}$/;

/** An identifier. json.ts turns one beyond 2^53 into a string of its exact digits. */
const identifier = z.union([z.number(), z.string().regex(LONG_ID)]);

/** `yyyy-MM-dd'T'HH:mm:ss'Z'` in UTC (api-specification 2). */
const timestamp = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/);

/** Null in the observed response, so the type is unknown: anything is allowed (api-specification 2, gaps). */
const notShown = z.unknown().optional();

/** Pagination object of every list (api-specification 2.1). */
export const paginationSchema = z.object({
	totalCount: z.number(),
	totalPages: z.number(),
	currentPage: z.string(),
	nextPage: z.string().nullable(),
	prevPage: z.string().nullable(),
	firstPage: z.string(),
	lastPage: z.string(),
});

/** Zone of a customer, type of an order, family of a product (api-specification 2.4, 2.5). */
const namedSchema = z.object({ id: identifier, description: z.string(), enabled: z.boolean() });

/** Customer (api-specification 2.5). */
const customerSchema = namedSchema.extend({ code: z.string(), zone: namedSchema });

/** User in `createdBy` (api-specification 2.5). */
export const createdBySchema = z.object({
	id: identifier,
	name: z.string(),
	username: z.string(),
	enabled: z.boolean(),
});

/** User in the user list (api-specification 2.5): only id and username are certain. */
export const userSchema = z.object({ id: identifier, username: z.string() });

/** Product (api-specification 2.4). */
const productSchema = z.object({
	id: identifier,
	code: z.string(),
	description: z.string(),
	quantity: z.number(),
	price: z.number(),
	enabled: z.boolean(),
	hasBeenSold: z.boolean(),
	applyDiscounts: z.boolean(),
	taxType: z.number(),
	satUnitCode: z.string(),
	satProductCode: z.string(),
	family: namedSchema,
	category: notShown,
	barcode: notShown,
	details: notShown,
});

/** Order line (api-specification 2.3). `quantity` is positive for returns too; `isReturn` carries the sign (2.6). */
const itemSchema = z.object({
	id: identifier,
	isReturn: z.boolean(),
	product: productSchema,
	quantity: z.number(),
	price: z.number(),
	originalPrice: z.number(),
	total: z.number(),
	comments: notShown,
	isReward: z.boolean(),
	discount: notShown,
	promoIds: notShown,
	promoNames: notShown,
});

/** Sales order (api-specification 2.2). */
export const salesOrderSchema = z.object({
	id: identifier,
	mobileDateCreated: timestamp,
	dateCreated: timestamp,
	customer: customerSchema,
	createdBy: createdBySchema,
	items: z.array(itemSchema),
	type: namedSchema,
	exported: z.boolean(),
	deleted: z.boolean(),
	dateDeleted: timestamp.nullable(),
	deletedBy: notShown,
	sellerComment: z.string().nullable(),
	scheduledDateForDelivery: timestamp,
	latitude: z.number(),
	longitude: z.number(),
	accuracy: z.number(),
	tookInPlace: z.boolean(),
	priceList: notShown,
	totalSales: z.number(),
	billable: z.boolean(),
	billed: z.boolean(),
	routeSalePaymentType: notShown,
	promoIds: notShown,
	promoNames: notShown,
	networkSignalQuality: z.number(),
	creationSource: z.string(),
	editedFrom: notShown,
	isEdited: z.boolean(),
	// The specification does not show how it is returned: unset may be null, empty or absent.
	externalId: z.string().nullish(),
});

/** A record as the service sent it: any field may be missing, or of another type than the specification says. */
export type WireRecord = Record<string, unknown>;

/** The two kinds of list: their path, and where the response has the records (api-specification 4). */
export const lists = {
	salesOrders: { path: '/api/v2/salesOrder', key: 'salesOrders' },
	users: { path: '/api/v2/user', key: 'users' },
} as const;
export type ListKind = keyof typeof lists;

/** How many odd fields a hint names. */
export const MAX_ODD_FIELDS = 20;

/**
 * One finding of zod costs more than the check of a good order. So the check of a page ends after this many: a page of
 * empty records must not hold n8n up (design 3.6).
 */
const MAX_FINDINGS = 300;

/** Lines are checked one by one, since a single order can have any number of them. */
const orderWithoutLines = salesOrderSchema.extend({ items: z.array(z.unknown()) });

/**
 * The fields of `records` whose type differs from the specification, such as `items.product.price`: each once,
 * without list positions, at most 20. Of a page on which many differ, not all records are looked at.
 */
export function findOddFields(kind: ListKind, records: WireRecord[]): string[] {
	const fields = new Set<string>();
	let findings = 0;
	const isEnough = () => findings >= MAX_FINDINGS || fields.size >= MAX_ODD_FIELDS;
	const look = (schema: z.ZodType, value: unknown, path: string[]) => {
		const { error } = schema.safeParse(value);
		for (const issue of error?.issues ?? []) {
			findings++;
			fields.add([...path, ...issue.path].filter((step) => typeof step !== 'number').join('.'));
		}
	};
	for (const record of records) {
		look(kind === 'users' ? userSchema : orderWithoutLines, record, []);
		const lines: unknown[] = kind === 'salesOrders' && Array.isArray(record.items) ? record.items : [];
		for (const line of lines) {
			if (isEnough()) break;
			look(itemSchema, line, ['items']);
		}
		if (isEnough()) break;
	}
	return [...fields].slice(0, MAX_ODD_FIELDS);
}

/** Whether `value` is a plain JSON object. */
export function isRecord(value: unknown): value is WireRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The `id` of a record as text; undefined if it has no usable one. A number beyond 2^53, such as 9007199254740993.0,
 * is not usable: it was rounded.
 */
export function recordId(record: WireRecord): string | undefined {
	const { id } = record;
	if (Number.isSafeInteger(id)) return String(id);
	return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Whether the `id` of a record is beyond 2^53, which json.ts turns into a string of its exact digits. */
export function hasLongId({ id }: WireRecord): boolean {
	return typeof id === 'string' && LONG_ID.test(id);
}

/** The value at a path such as `customer.zone.description`, or its steps; undefined if the path ends early. */
export function valueAt(record: unknown, path: string | readonly string[]): unknown {
	let value = record;
	for (const step of typeof path === 'string' ? path.split('.') : path) {
		if (typeof value !== 'object' || value === null) return undefined;
		value = (value as WireRecord)[step];
	}
	return value;
}
