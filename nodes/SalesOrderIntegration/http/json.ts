/** Reads JSON without rounding: integers beyond 2^53 keep their digits; and writes it, however deeply it is nested (design 3.6). */

/**
 * Without so many digits in a row, as on most pages, there is nothing to keep: an integer with fewer is always exact. Written
 * out, because V8 then looks at every sixteenth character only: that takes a ninth of the time of `\d{16}`.
 */
const MAYBE_LONG_INTEGER = new RegExp('\\d'.repeat(16));
/** A whole one, so that digits in a text or in a fraction are not taken for an integer. Of JSON that is cut off, the rest. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/g;

/**
 * The value of a JSON text; undefined if it is none. An integer that a JavaScript number cannot hold becomes a string of
 * its digits, because an order whose ID was silently rounded would be another order.
 */
export function parseJson(text: string): unknown {
	// A byte order mark is no part of the text (RFC 8259, section 8.1), but some servers send one.
	const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
	try {
		return JSON.parse(MAYBE_LONG_INTEGER.test(json) ? json.replace(TEXT_OR_NUMBER, withoutRounding) : json);
	} catch {
		return undefined;
	}
}

function withoutRounding(token: string): string {
	return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
}

export const TOO_DEEP = '(nested too deeply to be written as text)';

/** The JSON text of a value; a placeholder for one that is nested deeper than JavaScript can write (thousands of levels). */
export function jsonText(value: unknown): string {
	try {
		return String(JSON.stringify(value));
	} catch {
		return TOO_DEEP;
	}
}
