/** JSON in one form only, so that the same value is the same text. */

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The value with the keys of every object sorted and undefined ones left out; undefined itself becomes null. */
export function canonical(value: unknown): Json {
	if (Array.isArray(value)) return value.map(canonical);
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
		return Object.fromEntries(
			entries.sort(([a], [b]) => compareTexts(a, b)).map(([key, inner]) => [key, canonical(inner)]),
		);
	}
	return (value ?? null) as Json;
}

/** Orders texts the same way on every machine. */
const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
