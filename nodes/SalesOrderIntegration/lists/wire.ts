/**
 * The wire format of the service (api-specification 2). The schemas describe and reject nothing (design 3.6): a field of
 * another type is passed on with a hint, and unknown fields are not looked at. What is passed on is the record itself,
 * never zod's copy of it. Every zod since 3.25 includes zod/v4, which checks a page in a quarter of the time of zod 3.
 */
import { z } from 'zod/v4';
import { identifier, lineFields, notShown, orderFields, type Field } from './orderFields';

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

/** User in the user list (api-specification 2.5): only id and username are certain. */
export const userSchema = z.object({ id: identifier, username: z.string() });

export const lineSchema = objectOf(lineFields);

/** Without its lines: those are checked one by one, since a single order can have any number of them. */
export const orderSchema = objectOf(orderFields).extend({ items: z.array(z.unknown()) });

/** The check of an object with these fields, without those that may hold anything. A dotted path leads into an inner object. */
function objectOf(fields: readonly Field[], above = ''): z.ZodObject {
	const shape: Record<string, z.ZodType> = {};
	for (const { path, type } of fields) {
		if (!path.startsWith(above) || type === notShown) continue;
		const [name = '', ...inner] = path.slice(above.length).split('.');
		shape[name] ??= inner.length > 0 ? objectOf(fields, `${above}${name}.`) : type;
	}
	return z.object(shape);
}

/** A record as the service sent it: any field may be missing, or of another type than the specification says. */
export type WireRecord = Record<string, unknown>;

/** The paths of the two kinds of list, by the field of the response that has the records (api-specification 4). */
export const listPaths = { salesOrders: '/api/v2/salesOrder', users: '/api/v2/user' };
export type ListKind = keyof typeof listPaths;

/** How many odd fields a hint names. */
const MAX_ODD_FIELDS = 20;

type Schemas = Record<ListKind | 'items', z.ZodObject>;
const schemas: Schemas = { salesOrders: orderSchema, items: lineSchema, users: userSchema };

/** What a run still checks, by the set of those that it has named: to compile a schema takes some milliseconds. */
const schemasOf = new WeakMap<ReadonlySet<string>, Schemas>();

/**
 * The fields of `records` whose type differs from the specification, such as `items.product.price`, without those that
 * this run has named; at most 20 with them. Odd records cost no more than good ones (design 3.6): a field that is named is
 * not looked at again.
 */
export function findOddFields(
	kind: ListKind,
	records: WireRecord[],
	named: ReadonlySet<string> = new Set(),
): string[] {
	const left = schemasOf.get(named) ?? { ...schemas };
	schemasOf.set(named, left);
	const found = new Set<string>();
	const look = (part: keyof Schemas, value: unknown, above: string[] = []) => {
		if (named.size + found.size >= MAX_ODD_FIELDS) return;
		for (const { path } of left[part].safeParse(value).error?.issues ?? []) {
			found.add([...above, ...path].join('.'));
			left[part] = without(left[part], path);
		}
	};
	for (const record of records) {
		look(kind, record);
		const lines: unknown[] = kind === 'salesOrders' && Array.isArray(record.items) ? record.items : [];
		for (const line of lines) {
			if (isRecord(line)) look('items', line, ['items']);
			else found.add('items');
		}
	}
	return [...found].filter((field) => !named.has(field)).slice(0, MAX_ODD_FIELDS);
}

/** The check of an object without one of its fields. */
function without({ shape }: z.ZodObject, [step, ...inner]: PropertyKey[]): z.ZodObject {
	const name = String(step);
	const { [name]: field, ...others } = shape;
	const isInside = inner.length > 0 && field instanceof z.ZodObject;
	return z.object(isInside ? { ...others, [name]: without(field, inner) } : others);
}

/** Whether `value` is a plain JSON object. */
export function isRecord(value: unknown): value is WireRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The `id` of a record as text; undefined if there is none, if it is a number beyond 2^53, which was rounded, or if it is
 * the name of something that every object has, such as `constructor`.
 */
export function recordId({ id }: WireRecord): string | undefined {
	if (Number.isSafeInteger(id)) return String(id);
	return typeof id === 'string' && id !== '' && !(id in {}) ? id : undefined;
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
