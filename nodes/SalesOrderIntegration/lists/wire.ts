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

/** What the names of the fields of lines begin with. */
const OF_LINES = 'items.';

/** How many odd fields a hint names. */
const MAX_ODD_FIELDS = 20;

type Part = ListKind | 'items';
const schemas: Record<Part, z.ZodObject> = {
	salesOrders: orderSchema,
	items: lineSchema,
	users: userSchema,
};

/**
 * The fields of `records` whose type differs from the specification, such as `items.product.price`, without those that
 * were named before; at most 20 with them. Odd records cost no more than good ones (design 3.6): a field that is named is
 * not looked at again.
 */
export function findOddFields(
	kind: ListKind,
	records: WireRecord[],
	before: ReadonlySet<string> = new Set(),
): string[] {
	const named = new Set(before);
	const checks = { ...schemas, [kind]: schemaWithout(kind, named), items: schemaWithout('items', named) };
	const look = (part: Part, value: unknown, above = '') => {
		if (named.size >= MAX_ODD_FIELDS) return;
		const { error } = checks[part].safeParse(value);
		if (!error) return;
		for (const { path } of error.issues) named.add(above + path.join('.'));
		checks[part] = schemaWithout(part, named);
	};
	for (const record of records) {
		look(kind, record);
		const lines: unknown[] = kind === 'salesOrders' && Array.isArray(record.items) ? record.items : [];
		for (const line of lines) {
			if (isRecord(line)) look('items', line, OF_LINES);
			else named.add('items');
		}
	}
	return [...named].slice(0, MAX_ODD_FIELDS).filter((field) => !before.has(field));
}

/** Compiled in some milliseconds, and fast after some thousand records: the next page needs them again. */
const compiled = new Map<string, z.ZodObject>();
const MOST_COMPILED = 100;

/** The check of records or lines, without the fields that were named. */
function schemaWithout(part: Part, named: ReadonlySet<string>): z.ZodObject {
	const own = [...named].filter((name) => name.startsWith(OF_LINES) === (part === 'items')).sort();
	const key = [part, ...own].join();
	const paths = own.map((name) => name.replace(OF_LINES, '').split('.'));
	if (compiled.size >= MOST_COMPILED && !compiled.has(key)) compiled.clear();
	const schema = compiled.get(key) ?? paths.reduce(without, schemas[part]);
	compiled.set(key, schema);
	return schema;
}

/** The check of an object without one of its fields. */
function without({ shape }: z.ZodObject, [name = '', ...inner]: string[]): z.ZodObject {
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
