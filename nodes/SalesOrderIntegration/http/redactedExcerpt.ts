/** What may be shown of a text that came: a short line without the token, in whatever form the token was repeated. */

/** Gives a piece of a text that can be shown; undefined where nothing is left of it. */
export type RedactedExcerpt = (text: string) => string | undefined;

/** So much of a text is looked at: an answer may have many megabytes. */
const LOOKED_AT = 5_000;
const EVIDENCE_LENGTH = 200;

/**
 * One line, at most 200 characters, without markup, without the token, and without anything else like a token. The
 * token is known in upper and lower case (a host has no other), as it is, as in JSON (`\/`, `\u003d`, also of JSON in
 * JSON), as in an address (`%3D`, `%3d`), as in HTML (`&#61;`, `&#x3d;`), and in any mixture of these.
 */
export function redactedExcerptWithout(token: string): RedactedExcerpt {
	const asItIs = literally(token);
	// Whose backslashes those of a quoted text are cannot be told, so they are left out there, and here.
	const decoded = literally(token.replaceAll('\\', '') || token);
	const longest = token.length * LONGEST_FORM;
	return (text) => {
		const beginning = text.slice(0, LOOKED_AT + longest);
		return asLine(without([...spansOf(asItIs, beginning), ...decodedSpansOf(decoded, beginning)], beginning));
	};
}

/** Where something stands in a text: its first place and the one behind it. */
type Span = [start: number, end: number];

/** Leaves out what stands at the places, and all behind the piece that is looked at: no half of a token is left there. */
function without(spans: Span[], text: string): string {
	let shown = '';
	let place = 0;
	for (const [start, end] of spans.sort(([a], [b]) => a - b)) {
		if (start >= LOOKED_AT) break;
		if (start >= place) shown += `${text.slice(place, start)}***`;
		place = Math.max(place, end);
	}
	return shown + text.slice(place, LOOKED_AT);
}

function literally(text: string): RegExp {
	return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi');
}

function spansOf(pattern: RegExp, text: string): Span[] {
	return [...text.matchAll(pattern)].map(({ 0: found, index }) => [index, index + found.length]);
}

/** As {@link spansOf}, in the text that is meant where characters are quoted. */
function decodedSpansOf(pattern: RegExp, text: string): Span[] {
	const characters = [...text.matchAll(CHARACTER)]
		.map((match) => ({ meant: meantBy(match), start: match.index, end: match.index + match[0].length }))
		.filter(({ meant }) => meant !== '\\');
	const meant = characters.map((character) => character.meant).join('');
	return spansOf(pattern, meant).map(([start, end]) => [
		characters[start]?.start ?? 0,
		characters[end - 1]?.end ?? text.length,
	]);
}

/**
 * A character in one of its forms: in JSON, in an address, in HTML, or as it is. Backslashes before it belong to it, as
 * many as quoting twice and thrice makes of one; the number is bounded, so that a long run of them costs no time.
 */
const CHARACTER =
	/\\{1,16}u00([\da-f]{2})|%([\da-f]{2})|&(?:#x0{0,5}([\da-f]{2})|#0{0,5}(\d{2,3})|(amp|lt|gt|quot|apos));|\\{0,16}([^\\])/gi;
/** No form of a character is longer. */
const LONGEST_FORM = 32;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** One UTF-16 unit in any case, so that places can be counted. */
function meantBy([, inJson, inAddress, inHtml, inDecimal, entity, itself]: RegExpMatchArray): string {
	if (itself !== undefined) return itself;
	if (entity !== undefined) return ENTITIES[entity.toLowerCase()] ?? '?';
	const hex = inJson ?? inAddress ?? inHtml;
	return String.fromCharCode(hex === undefined ? Number(inDecimal) : parseInt(hex, 16));
}

function asLine(text: string): string | undefined {
	const line = text
		.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\bBearer\s+\S+/gi, 'Bearer ***')
		.replace(/\s+/g, ' ')
		.trim();
	if (line === '') return undefined;
	return line.length > EVIDENCE_LENGTH ? `${line.slice(0, EVIDENCE_LENGTH)}…` : line;
}
