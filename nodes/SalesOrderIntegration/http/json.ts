/** Reads JSON without rounding: integers beyond 2^53 keep their digits; and writes it, however deeply it is nested (design 3.6). */

/** A long integer, or a text that looks like one; not the digits of a fraction. One with fewer digits is always exact. */
const MAYBE_LONG_INTEGER = /(?:^|[[:,\s])-?\d{16}/;
/** Quotes, escapes within strings, and long integers that are no fraction or exponent of a number. */
const QUOTE_OR_ESCAPE_OR_LONG_INTEGER = /"|\\.|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON. An integer that a JavaScript number cannot hold becomes a string of its digits, because an order
 * whose ID was silently rounded would be another order.
 *
 * @throws SyntaxError for text that is not JSON
 */
export function parseJson(text: string): unknown {
	// A byte order mark is no part of the text (RFC 8259, section 8.1), but some servers send one.
	const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
	return JSON.parse(MAYBE_LONG_INTEGER.test(json) ? withLongIntegersAsStrings(json) : json);
}

/** The JSON text of a value; a placeholder for one that is nested deeper than JavaScript can write (thousands of levels). */
export function jsonText(value: unknown): string {
	try {
		return String(JSON.stringify(value));
	} catch {
		return '(nested too deeply to be written as text)';
	}
}

function withLongIntegersAsStrings(json: string): string {
	let isInString = false;
	return json.replace(QUOTE_OR_ESCAPE_OR_LONG_INTEGER, (token) => {
		if (token === '"') isInString = !isInString;
		const isNumber = token !== '"' && !token.startsWith('\\') && !isInString;
		return isNumber && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
	});
}
