/** JSON text with integers beyond 2^53 written and read exactly, and values set by path. */
import { isInteger, isSafeNumber, parse } from 'lossless-json';

const BIG_INTEGER = /"\\u0000bigint:(-?\d+)"/g;

/** JSON text of a value; bigints are written as plain integers. */
export function jsonText(value: unknown): string {
	try {
		return JSON.stringify(value);
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		// Rare, so that the common case pays nothing for it: JSON.stringify refuses bigints.
		const marked = JSON.stringify(value, (_key, part: unknown) =>
			typeof part === 'bigint' ? `\u0000bigint:${part}` : part,
		);
		return marked.replace(BIG_INTEGER, '$1');
	}
}

/** The value of a JSON text; integers that a number would round are bigints. */
export function parseJsonText(text: string): unknown {
	const exactly = (digits: string) =>
		isInteger(digits) && !isSafeNumber(digits) ? BigInt(digits) : Number(digits);
	return parse(text, undefined, exactly);
}

/**
 * A copy of a value in which what lies at a path such as `items.0.product.code` is replaced; undefined removes a field from
 * the JSON text.
 * A path that leads through something other than an object or array leaves the value as it is.
 */
export function withValueAt(value: unknown, path: string, replacement: unknown): unknown {
	return replaceAt(value, path.split('.'), replacement);
}

function replaceAt(value: unknown, path: string[], replacement: unknown): unknown {
	const [key, ...rest] = path;
	if (key === undefined) return replacement;
	if (typeof value !== 'object' || value === null) return value;
	const copy = (Array.isArray(value) ? value.slice() : { ...value }) as Record<string, unknown>;
	copy[key] = replaceAt(copy[key], rest, replacement);
	return copy;
}
