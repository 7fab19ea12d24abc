/** What may be shown of what was received: nothing that has eight characters of the token in a row, however encoded. */
import { jsonText, TOO_DEEP } from './json';

export interface Redaction {
	/**
	 * At most 200 characters of a text in one line, without markup and without the token; undefined if nothing is left. A
	 * run of characters that shows a part of the token is masked, and the whole line is if only a blank or a tag splits it.
	 */
	redactedExcerpt: (text: string) => string | undefined;
	/** Whether a response may hold the token, as in a field of its user. Fast enough for every page. */
	mayHoldToken: (body: string) => boolean;
	/**
	 * A JSON value with a mask in place of each text that shows a part of the token, and of what is too deep to be searched.
	 * The value itself if nothing was masked.
	 */
	withoutToken: (value: unknown) => unknown;
}
export type RedactedExcerpt = Redaction['redactedExcerpt'];

/** This many characters of the token in a row are never shown. */
const IN_A_ROW = 8;
/** A token with fewer letters and digits would not be recognized in every encoding: then no excerpt is shown. */
const LEAST_LETTERS = 4;
/** How much of a text is looked at: a response can have many megabytes. */
const LOOKED_AT = 5_000;
const EXCERPT_LENGTH = 200;
const MASK = '***';

/** No token has a blank, a quote or an angle bracket inside (see connection.ts). */
const RUN = /[^\s"'<>]+/g;
const LAST_RUN = /[^\s"'<>]+$/;
/** In JSON: the name of a property, or a value that is a text. */
const JSON_TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** JSON may write any character so; what writes others so, such as an ampersand, leaves letters and digits as they are. */
const ESCAPED_LETTER = /\\u00(?:3\d|[4-7])/;

/** What may be shown to a user who has this token. */
export function redactionOf(token: string): Redaction {
	const letters = lettersAndDigits(token);
	// Encodings that are not decoded leave letters and digits as they are.
	const parts = [...partsOf(token.toLowerCase()), ...partsOf(letters)];
	const word = longestWord(token);
	const runs = partsOf(token);
	// Each of the runs and parts has one of these whole, which are fewer.
	const blocks = blocksOf(token);
	const partBlocks = [...blocksOf(token.toLowerCase()), ...blocksOf(letters)];
	const isIn = (text: string) => (piece: string) => text.includes(piece);
	const isShownBy = (text: string) =>
		formsOf(text).some((form) => partBlocks.some(isIn(form)) && parts.some(isIn(form)));
	const masked = (text: string) => (isShownBy(text) ? MASK : text);
	// Many orders have the same user, who is searched once.
	const safe = new Set<string>();
	return {
		redactedExcerpt: (text) => (letters.length < LEAST_LETTERS ? undefined : excerptOf(text, masked)),
		mayHoldToken: (body) =>
			body.includes(word) || ESCAPED_LETTER.test(body) || (blocks.some(isIn(body)) && runs.some(isIn(body))),
		withoutToken(value) {
			const text = jsonText(value);
			if (safe.has(text)) return value;
			if (text === TOO_DEEP) return MASK;
			const maskedInJson = (part: string) => jsonText(masked(JSON.parse(part) as string));
			const shown = isShownBy(text) ? text.replace(JSON_TEXT, maskedInJson) : text;
			if (shown !== text) return JSON.parse(shown) as unknown;
			safe.add(text);
			return value;
		},
	};
}

function blocksOf(text: string): string[] {
	return text.match(/.{4}/g) ?? [text];
}

/** Each run of as many characters as may not be shown; of a shorter token, all of it. */
function partsOf(token: string): string[] {
	const parts = Array.from(token, (_, start) => token.slice(start, start + IN_A_ROW));
	return parts.slice(0, Math.max(1, token.length - IN_A_ROW + 1));
}

/** Case does not matter: host names are in lower case. */
function lettersAndDigits(text: string): string {
	return text.replace(/[^a-z\d]/gi, '').toLowerCase();
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

/** A text, also decoded in every way in which a service or a proxy may have encoded a part of it. */
function formsOf(text: string): string[] {
	const forms = [text];
	for (let plain = text; forms.length <= MAX_DEPTH; forms.push(plain)) plain = withoutEscapes(plain);
	const joined = forms.at(-1)?.replace(/<[^<>]*>|[\s\\:]/g, '') ?? '';
	forms.push(joined);
	// A part can begin at any place within a group of base64 or hexadecimal digits.
	for (const [run] of joined.matchAll(/[\w+/-]{6,}/g)) {
		forms.push(...[0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')));
	}
	for (const [run] of joined.matchAll(/[\da-f]{8,}/gi)) {
		forms.push(...[0, 1].map((start) => Buffer.from(run.slice(start), 'hex').toString('latin1')));
	}
	return forms.flatMap((form) => [form.toLowerCase(), lettersAndDigits(form)]);
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
