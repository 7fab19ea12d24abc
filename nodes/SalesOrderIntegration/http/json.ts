/** Reads JSON without rounding: integers beyond 2^53 keep their digits; and writes it whatever it holds (design 3.6). */

/** So many digits may be more than a number holds exactly. */
const LONG = 16;
/** An integer so long, or a text that looks so: only then is the slow path worth it. */
const MAYBE_UNSAFE = /(?:^|[[:,\s])-?\d{16}/;
/** The ends of strings, escapes within them, and integers that are no fraction or exponent of a number. */
const QUOTE_OR_ESCAPE_OR_LONG_INTEGER = /"|\\.|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON. An integer that a JavaScript number cannot hold becomes a string of its digits, because an order
 * whose id was silently rounded would be another order.
 *
 * @throws SyntaxError for text that is not JSON
 */
export function parseJson(text: string): unknown {
	// A byte order mark is no part of the text (RFC 8259, section 8.1), but some servers send one.
	const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
	const isExact = !hasLongRunOfDigits(json) || !MAYBE_UNSAFE.test(json);
	return JSON.parse(isExact ? json : withLongIntegersAsStrings(json));
}

/** The JSON text of a value; of one that is nested deeper than can be written (some thousand levels), that it is. */
export function jsonText(value: unknown): string {
	try {
		return String(JSON.stringify(value));
	} catch {
		return '(nested too deeply to be written as text)';
	}
}

/** Such a run covers one in sixteen places, so the others need no look: most of the text of a page is skipped. */
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
	const code = text.charCodeAt(place);
	return code >= DIGIT_0 && code <= DIGIT_9;
}

const [DIGIT_0, DIGIT_9] = [0x30, 0x39];

function withLongIntegersAsStrings(json: string): string {
	let isInString = false;
	return json.replace(QUOTE_OR_ESCAPE_OR_LONG_INTEGER, (token) => {
		if (token === '"') isInString = !isInString;
		const isNumber = token !== '"' && !token.startsWith('\\') && !isInString;
		return isNumber && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
	});
}
