/** Reads JSON without rounding: integers beyond 2^53 keep their digits; and writes it, however deeply it is nested (design 3.6). */

/** An integer with fewer digits is always exact as a number. */
const LONG = 16;
/** A long integer, or a text that looks like one; not the digits of a fraction. */
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
	const isExact = !hasLongRunOfDigits(json) || !MAYBE_LONG_INTEGER.test(json);
	return JSON.parse(isExact ? json : withLongIntegersAsStrings(json));
}

/** The JSON text of a value; a placeholder for one that is nested deeper than JavaScript can write (thousands of levels). */
export function jsonText(value: unknown): string {
	try {
		return String(JSON.stringify(value));
	} catch {
		return '(nested too deeply to be written as text)';
	}
}

/**
 * Whether the text may have a long integer, which few responses do. A run of that many digits covers one of every 16
 * places, so the others are skipped: that takes a tenth of the time of a search.
 */
function hasLongRunOfDigits(text: string): boolean {
	for (let place = LONG - 1; place < text.length; place += LONG) {
		let first = place;
		let last = place;
		while (isDigit(text, first)) first--;
		while (isDigit(text, last)) last++;
		if (last - first > LONG) return true;
	}
	return false;
}

function isDigit(text: string, place: number): boolean {
	const digit = text.charCodeAt(place) - '0'.charCodeAt(0);
	return digit >= 0 && digit <= 9;
}

function withLongIntegersAsStrings(json: string): string {
	let isInString = false;
	return json.replace(QUOTE_OR_ESCAPE_OR_LONG_INTEGER, (token) => {
		if (token === '"') isInString = !isInString;
		const isNumber = token !== '"' && !token.startsWith('\\') && !isInString;
		return isNumber && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
	});
}
