/** Reads JSON without rounding: integers beyond 2^53 keep their digits (design 3.6). */

/** A number of 16 digits or more outside a string, or a text that looks so: only then is the slow path worth it. */
const MAYBE_UNSAFE = /[[:,\s]-?\d{16}/;
const STRING_OR_LONG_INTEGER = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON. An integer that a JavaScript number cannot hold becomes a string of its digits, because an order
 * whose id was silently rounded would be another order.
 *
 * @throws SyntaxError for text that is not JSON
 */
export function parseJson(text: string): unknown {
	if (!MAYBE_UNSAFE.test(text)) return JSON.parse(text);
	return JSON.parse(
		text.replace(STRING_OR_LONG_INTEGER, (token) =>
			token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
		),
	);
}
