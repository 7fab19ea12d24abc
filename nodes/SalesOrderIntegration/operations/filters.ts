/** Filters on orders, applied after reading, since the service has none (design 2). */
import type { IDataObject } from 'n8n-workflow';
import { parseTimestamp } from '../api/dates';
import { InputError } from '../api/failures';
import { hasExternalId } from '../api/orders';
import { valueAt } from '../api/wire';
import type { WireRecord } from '../api/wire';

/** Whether an order is wanted. */
export type OrderFilter = (order: WireRecord) => boolean;

/**
 * The filters that the user set, as one test of an order. A filter that is empty lets every order through, and so
 * does one by a flag or date for an order whose own is missing or odd: an order must not be lost for that.
 *
 * @param readDate reads a date field as an instant in epoch milliseconds
 * @throws InputError for a value that cannot be used
 */
export function readFilters(
	filters: IDataObject,
	readDate: (field: 'deletedFrom' | 'deletedTo') => number | undefined,
): OrderFilter {
	const tests = [
		flagFilter('Billed', 'billed', filters.billed),
		flagFilter('Exported', 'exported', filters.exported),
		textFilter('Customer Codes', filters.customerCodes, ['customer.code']),
		textFilter('Order Types', filters.orderTypes, ['type.description', 'type.id']),
		userFilter(filters.createdBy),
		externalIdFilter(filters.externalId),
		deletionFilter(readDate('deletedFrom'), readDate('deletedTo')),
	].filter((test) => test !== undefined);
	return (order) => tests.every((test) => test(order));
}

function flagFilter(label: string, field: 'billed' | 'exported', value: unknown): OrderFilter | undefined {
	if (isEmpty(value)) return undefined;
	// Expressions and AI agents may give the word instead of the value.
	const wanted = fold(value);
	if (wanted !== 'true' && wanted !== 'false') {
		throw unusable(label, 'is on or off', 'Give true or false.');
	}
	return ({ [field]: actual }) => typeof actual !== 'boolean' || String(actual) === wanted;
}

function textFilter(label: string, value: unknown, paths: string[]): OrderFilter | undefined {
	const wanted = new Set(readList(label, value).map(fold));
	if (wanted.size === 0) return undefined;
	return (order) => paths.some((path) => wanted.has(fold(valueAt(order, path))));
}

function userFilter(locator: unknown): OrderFilter | undefined {
	const { mode = 'id', value = locator } = (locator ?? {}) as { mode?: string; value?: unknown };
	if (isEmpty(value)) return undefined;
	if (typeof value !== 'string' && typeof value !== 'number') {
		throw unusable('Created By', 'takes one user', 'Give an ID or a username.');
	}
	if (mode === 'id' && !/^\s*\d+\s*$/.test(String(value))) {
		throw unusable('Created By', 'takes a number as ID', 'For a name such as this, choose By Username.');
	}
	const path = mode === 'username' ? 'createdBy.username' : 'createdBy.id';
	return (order) => fold(valueAt(order, path)) === fold(value);
}

function externalIdFilter(wanted: unknown): OrderFilter | undefined {
	if (isEmpty(wanted) || wanted === 'any') return undefined;
	if (wanted === 'missing') return (order) => !hasExternalId(order);
	if (wanted === 'present') return hasExternalId;
	throw unusable(
		'External ID',
		'is one of any, missing and present',
		'With an expression, give one of them.',
	);
}

function deletionFilter(from = -Infinity, to = Infinity): OrderFilter | undefined {
	if (from === -Infinity && to === Infinity) return undefined;
	if (from > to) throw unusable('Deleted To', 'is before Deleted From', 'Exchange them, or leave one empty.');
	return ({ dateDeleted }) => {
		const deleted = parseTimestamp(dateDeleted);
		return deleted === undefined || (deleted >= from && deleted <= to);
	};
}

function readList(label: string, value: unknown): string[] {
	const values = Array.isArray(value) ? value : String(value ?? '').split(',');
	if (values.some((entry) => typeof entry === 'object' && entry !== null) || isObject(value)) {
		throw unusable(label, 'takes texts', 'Separate several by commas, for example: A, B.');
	}
	return values.map((entry) => String(entry ?? '').trim()).filter((entry) => entry !== '');
}

function unusable(label: string, what: string, advice: string): InputError {
	return new InputError(`The filter ${label} ${what}`, advice);
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function isObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Upper and lower case, and blanks around, make no difference. */
function fold(value: unknown): string {
	return String(value ?? '')
		.trim()
		.toLowerCase();
}
