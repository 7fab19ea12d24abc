/** Filters on orders, applied after reading, since the service has none (design 2). */
import type { IDataObject } from 'n8n-workflow';
import { parseTimestamp } from '../dates';
import { InputError } from '../errors/failures';
import { hasExternalId } from '../lists/orders';
import { isRecord, valueAt } from '../lists/wire';
import type { WireRecord } from '../lists/wire';
import { readFlag } from './flag';

/** Whether an order is wanted. */
export type OrderFilter = (order: WireRecord) => boolean;

/** What is read of a filter elsewhere. */
export interface FilterSurroundings {
	/** Epoch milliseconds. */
	deletedFrom(): number | undefined;
	deletedTo(): number | undefined;
	/** Told of each filter in which nothing was given. */
	noteEmpty(field: string, label: string): void;
}

/** Makes the test of a filter from its value; undefined where nothing was given. */
type FilterReader = (label: string, value: unknown) => OrderFilter | undefined;

const readers: Array<[field: string, label: string, read: FilterReader]> = [
	['billed', 'Billed', flagFilter('billed')],
	['exported', 'Exported', flagFilter('exported')],
	// A customer that came as a plain text is known by that, as in the output.
	['customerCodes', 'Customer Codes', textFilter('customer.code', 'customer')],
	['orderTypes', 'Order Types', textFilter('type.description', 'type.id')],
	['createdBy', 'Created By', userFilter],
	['externalId', 'External ID', externalIdFilter],
];

/**
 * The filters that the user set, as one test of an order. A filter that is empty lets every order through, and so
 * does one by a flag or date for an order whose own is missing or odd: an order must not be lost for that.
 *
 * @throws InputError for a value that cannot be used
 */
export function readFilters(filters: IDataObject, surroundings: FilterSurroundings): OrderFilter {
	const tests = [deletionFilter(surroundings.deletedFrom(), surroundings.deletedTo())];
	for (const [field, label, read] of readers) {
		const test = read(label, filters[field]);
		if (test === undefined) surroundings.noteEmpty(field, label);
		else tests.push(test);
	}
	return (order) => tests.every((test) => test(order));
}

function flagFilter(field: 'billed' | 'exported'): FilterReader {
	return (label, value) => {
		const wanted = readFlag(value, `The filter ${label}`);
		if (wanted === undefined) return undefined;
		return ({ [field]: actual }) => typeof actual !== 'boolean' || actual === wanted;
	};
}

function textFilter(...paths: string[]): FilterReader {
	return (label, value) => {
		const wanted = new Set(readList(label, value).map(fold));
		if (wanted.size === 0) return undefined;
		// A name may hold a comma itself.
		if (typeof value === 'string') wanted.add(fold(value));
		return (order) => paths.some((path) => wanted.has(fold(valueAt(order, path))));
	};
}

function userFilter(label: string, given: unknown): OrderFilter | undefined {
	const { mode = 'id', value } = isLocator(given) ? given : { value: given };
	if (isEmpty(value)) return undefined;
	if (typeof value !== 'string' && typeof value !== 'number') {
		throw unusable(label, 'takes one user', 'Give an ID or a username.');
	}
	if (mode === 'id' && !/^\s*\d+\s*$/.test(String(value))) {
		throw unusable(label, 'takes a number as ID', 'For a name such as this, choose By Username.');
	}
	const path = mode === 'username' ? 'createdBy.username' : 'createdBy.id';
	return (order) => fold(valueAt(order, path)) === fold(value);
}

/** Its value is missing where an expression in it gave nothing. */
function isLocator(given: unknown): given is { mode?: string; value?: unknown } {
	return isRecord(given) && ('mode' in given || 'value' in given);
}

function externalIdFilter(label: string, wanted: unknown): OrderFilter | undefined {
	if (isEmpty(wanted)) return undefined;
	if (wanted === 'any') return () => true;
	if (wanted === 'missing') return (order) => !hasExternalId(order);
	if (wanted === 'present') return hasExternalId;
	throw unusable(label, 'is one of any, missing and present', 'With an expression, give one of them.');
}

function deletionFilter(from = -Infinity, to = Infinity): OrderFilter {
	if (from === -Infinity && to === Infinity) return () => true;
	if (from > to) throw unusable('Deleted To', 'is before Deleted From', 'Exchange them, or leave one empty.');
	return ({ dateDeleted }) => {
		const deleted = parseTimestamp(dateDeleted);
		return deleted === undefined || (deleted >= from && deleted <= to);
	};
}

function readList(label: string, value: unknown): string[] {
	const values = Array.isArray(value) ? value : String(value ?? '').split(',');
	if (values.some((entry) => typeof entry === 'object' && entry !== null) || isRecord(value)) {
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

/** Upper and lower case, and blanks around, make no difference. An object is no text, so nothing is equal to it. */
function fold(value: unknown): string {
	if (typeof value === 'object') return '';
	return String(value ?? '')
		.trim()
		.toLowerCase();
}
