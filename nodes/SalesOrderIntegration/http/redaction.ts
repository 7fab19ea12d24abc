/** What may be shown of what was received: nothing that has eight characters of the token in a row, however encoded. */
import { jsonText, TOO_DEEP } from './json';

export type RedactedExcerpt = ReturnType<typeof redactionOf>['redactedExcerpt'];

/** This many characters of the token in a row are never shown. */
const IN_A_ROW = 8;
/** Eight characters in base64 fix at least this many, wherever they begin in a group. */
const BASE64_IN_A_ROW = 10;
/** A token with fewer letters and digits would not be recognized in every encoding: then no excerpt is shown. */
const LEAST_LETTERS = 4;
/** How much of a text is looked at: a response can have many megabytes. */
const LOOKED_AT = 5_000;
const EXCERPT_LENGTH = 200;
const MASK = '***';

/** No token has a blank, a quote or an angle bracket inside (see connection.ts). */
const RUN = /[^\s"'<>]+/g;
/** Tried where a run begins, and not at each of its characters. */
const LAST_RUN = /(?<![^\s"'<>])[^\s"'<>]+$/;
/** In JSON: the name of a property, or a value that is a text or a long number. */
const JSON_TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.e+-]{3,}/gi;

/** A letter or digit as JSON, an address or HTML may write any character. */
const ESCAPED_LETTER =
	/(?:\\u00|\\x|%(?:25)*|&#x0*)(?:3\d|[46][1-9a-f]|[57][\da])|&#0*(?:4[89]|5[0-7]|6[5-9]|[78]\d|9[07-9]|1[012]\d)/i;

/** Longer texts are not kept: each may be another one. */
const LONGEST_KEPT = 1_000;

/** What may be shown to a user who has this token. */
export function redactionOf(token: string) {
	const { hex, base64 } = encodingsOf(token);
	const encoded = base64.map((text): Hidden => [text, BASE64_IN_A_ROW]);
	const hidden: Hidden[] = [[token, IN_A_ROW], [hex, 2 * IN_A_ROW], ...encoded];
	const hasPart = finderOf(hidden);
	// Whatever encodes the rest leaves a word as it is.
	const mayHavePart = finderOf([...hidden, [longestWord(token), IN_A_ROW]]);
	// Encodings that are not decoded leave letters and digits as they are.
	const hasLettersOfPart = finderOf([[lettersAndDigits(token), IN_A_ROW]]);
	const isShownBy = (text: string) =>
		formsOf(text).some((form) => hasPart(form) || hasLettersOfPart(lettersAndDigits(form)));
	const masked = (text: string) => (isShownBy(text) ? MASK : text);
	// Many orders have the same user, who is searched once.
	const safe = new Set<string>();
	return {
		/**
		 * At most 200 characters of a text in one line, without markup and without the token; undefined if nothing is left. A
		 * run of characters that shows a part of the token is masked, and the whole line is if only a blank or a tag splits it.
		 */
		redactedExcerpt: (text: string) =>
			lettersAndDigits(token).length < LEAST_LETTERS ? undefined : excerptOf(text, masked),
		/** Whether a response may hold the token, as in a field of its user. Fast enough for every page. */
		mayHoldToken: (body: string) => ESCAPED_LETTER.test(body) || mayHavePart(body),
		/**
		 * A JSON value with a mask in place of each text that shows a part of the token, and of what is too deep to be
		 * searched. The value itself if nothing was masked.
		 */
		withoutToken(value: unknown): unknown {
			const text = jsonText(value);
			if (safe.has(text)) return value;
			if (text === TOO_DEEP) return MASK;
			const maskedInJson = (part: string) => (isShownBy(String(JSON.parse(part))) ? jsonText(MASK) : part);
			const shown = isShownBy(text) ? text.replace(JSON_TEXT, maskedInJson) : text;
			if (shown !== text) return JSON.parse(shown);
			if (text.length <= LONGEST_KEPT) safe.add(text);
			return value;
		},
	};
}

/** A text, and how many characters of it in a row are never shown; of a shorter one, all of it. */
type Hidden = [text: string, inARow: number];

/** So many characters are compared at once. */
const BLOCK = 4;
/** Two blocks seldom have the same of so many keys. */
const KEYS = 65_536;

/**
 * Tells whether a text has so much of one that is hidden, whatever its case: host names are in lower case. Of that much, one
 * block begins at a multiple of the step, so the others are not looked up, and a long token takes no longer.
 */
function finderOf(hidden: Hidden[]) {
	const all = hidden.map(([text, most]) => ({ text, inARow: Math.min(most, text.length) }));
	const long = all.filter(({ inARow }) => inARow >= BLOCK);
	const step = Math.min(...long.map(({ inARow }) => inARow)) - BLOCK + 1;
	const places = new Map<number, Array<{ text: string; inARow: number; at: number }>>();
	// Hardly a block of a page is one of these.
	const isKey = new Uint8Array(KEYS);
	for (const { text, inARow } of long) {
		const bytes = bytesOf(text);
		for (let at = 0; at + BLOCK <= text.length; at++) {
			const key = keyAt(bytes, at);
			places.set(key, [...(places.get(key) ?? []), { text, inARow, at }]);
			isKey[key] = 1;
		}
	}
	const isAt = (text: string, at: number, key: number) =>
		places.get(key)?.some((place) => inCommon(place.text, place.at, text, at) >= place.inARow);
	return (text: string) => {
		const bytes = bytesOf(text);
		for (let at = 0; at + BLOCK <= text.length; at += step) {
			const key = keyAt(bytes, at);
			if (isKey[key] === 1 && isAt(text, at, key)) return true;
		}
		return false;
	};
}

/** How many characters in a row a hidden text has in common with another one around these places, whatever their case. */
function inCommon(hidden: string, at: number, other: string, otherAt: number): number {
	const isSame = (distance: number) =>
		hidden[at + distance] !== undefined &&
		folded(hidden.charCodeAt(at + distance)) === folded(other.charCodeAt(otherAt + distance));
	let from = 0;
	while (isSame(from - 1)) from--;
	let to = 0;
	while (isSame(to)) to++;
	return to - from;
}

/** One byte for each character: a quarter of the time that the text takes. Tokens have no character that is cut by it. */
function bytesOf(text: string): Buffer {
	return Buffer.from(text, 'latin1');
}

/** A number that equal blocks have in common. Written out: a loop takes twice as long. */
function keyAt(bytes: Buffer, at: number): number {
	const byte = (place: number) => folded(bytes[place] ?? 0);
	const half = byte(at) * 31 + byte(at + 1);
	return ((half * 31 + byte(at + 2)) * 31 + byte(at + 3)) % KEYS;
}

/** A character without the bit in which capital and small letters differ: to write the text in small ones takes longer. */
function folded(code: number): number {
	return code | 32;
}

/** A text as hexadecimal digits, and in both kinds of base64 for each place within a group where it can begin. */
function encodingsOf(hidden: string) {
	// The other characters of a group may then be any.
	const base64 = [0, 2, 3].map((cut, before) => {
		const encoded = Buffer.from('.'.repeat(before) + hidden).toString('base64url');
		const isWhole = (before + hidden.length) % 3 === 0;
		return encoded.slice(cut, isWhole ? undefined : -1);
	});
	const standard = base64.map((text) => text.replace(/-/g, '+').replace(/_/g, '/'));
	return { hex: Buffer.from(hidden).toString('hex'), base64: [...new Set([...base64, ...standard])] };
}

function lettersAndDigits(text: string): string {
	return text.replace(/[^a-z\d]+/gi, '').toLowerCase();
}

/** The longest part of a token that no encoding changes. */
function longestWord(token: string): string {
	return token.split(/[^a-z\d]+/i).reduce((longest, word) => (word.length > longest.length ? word : longest));
}

function excerptOf(text: string, masked: (text: string) => string): string | undefined {
	// The last run may be a token that was cut.
	const seen = text.length > LOOKED_AT ? text.slice(0, LOOKED_AT).replace(LAST_RUN, '') : text;
	const line = masked(asLine(seen.replace(RUN, masked)));
	if (line === '') return undefined;
	return seen === text && line.length <= EXCERPT_LENGTH ? line : `${line.slice(0, EXCERPT_LENGTH)}…`;
}

/** One escape may be inside another, as JSON in an address. */
const MAX_DEPTH = 3;

/** A text, also without the escapes in which a service or a proxy may have written a part of it. */
function formsOf(text: string): string[] {
	const forms = [text];
	for (let plain = text; forms.length <= MAX_DEPTH; forms.push(plain)) plain = withoutEscapes(plain);
	const joined = forms.at(-1)?.replace(/<[^<>]*>|0x|[\s\\:,-]/gi, '') ?? '';
	// Most texts have no escapes.
	return [...new Set([...forms, joined])];
}

/** Without the escapes of addresses, JSON and HTML. */
function withoutEscapes(text: string): string {
	return text
		.replace(/(?:%|\\u00|\\x|&#x0*)([\da-f]{2});?/gi, (_, hex: string) =>
			String.fromCharCode(parseInt(hex, 16)),
		)
		.replace(/&#0*(\d{2,3});?/g, (_, code: string) => String.fromCharCode(Number(code)))
		.replace(/&[a-z]+;|\\[nrt]/gi, '');
}

function asLine(text: string): string {
	return text
		.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\bBearer\s+\S+/gi, 'Bearer ***')
		.replace(/\s+/g, ' ')
		.trim();
}
