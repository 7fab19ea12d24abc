/** What may be shown of what was received: nothing that has eight characters of the token in a row, however encoded. */

/** Returns the part of a text that may be shown; undefined if nothing is left. */
export type RedactedExcerpt = (text: string) => string | undefined;

/** This many characters of the token in a row are never shown. */
const IN_A_ROW = 8;
/** A token with fewer letters and digits would not be recognized in every encoding. */
const LEAST_LETTERS = 4;
/** How much of a text is looked at: a response can have many megabytes. */
const LOOKED_AT = 5_000;
const EXCERPT_LENGTH = 200;
const MASK = '***';
const MOST_KNOWN = 1_000;

/** No token has a blank, a quote or an angle bracket inside (see connection.ts). */
const RUN = /[^\s"'<>]+/g;
const LAST_RUN = /[^\s"'<>]+$/;

/**
 * One line of at most 200 characters, without markup and without the token: a run of characters that shows a part of it
 * is masked, and the whole line is if only a blank or a tag splits the token. If the token could not be recognized,
 * nothing is shown.
 */
export function redactedExcerptWithout(token: string): RedactedExcerpt {
	if (lettersAndDigits(token).length < LEAST_LETTERS) return () => undefined;
	const reveals = revealing(token);
	const mask = (run: string) => (reveals(run) ? MASK : run);
	return (text) => {
		const isCut = text.length > LOOKED_AT;
		const beginning = text.slice(0, LOOKED_AT);
		// The last run may be a token that was cut.
		const line = asLine((isCut ? beginning.replace(LAST_RUN, '') : beginning).replace(RUN, mask));
		if (line === '') return undefined;
		if (reveals(line)) return MASK;
		return isCut || line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH)}…` : line;
	};
}

/** Returns a function that masks each text in a JSON value that shows a part of the token. */
export function tokenMask(token: string): (value: unknown) => unknown {
	const reveals = revealing(token);
	// The same users come again and again.
	const known = new Map<string, string>();
	const maskedText = (text: string): string => {
		if (known.size >= MOST_KNOWN) known.clear();
		const result = known.get(text) ?? (reveals(text) ? MASK : text);
		known.set(text, result);
		return result;
	};
	const masked = (value: unknown): unknown => {
		if (typeof value === 'string') return maskedText(value);
		if (Array.isArray(value)) return value.map(masked);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([name, each]) => [maskedText(name), masked(each)]));
	};
	return masked;
}

/** Whether a text shows a part of the token. Every encoding leaves letters and digits as they are, or can be undone. */
function revealing(token: string): (text: string) => boolean {
	const letters = lettersAndDigits(token);
	const parts = [token.toLowerCase(), letters].flatMap(partsOf);
	const hasPart = (form: string) => parts.some((part) => form.includes(part));
	const isShownBy = (form: string) => hasPart(form.toLowerCase()) || hasPart(lettersAndDigits(form));
	return (text) => letters !== '' && formsOf(text).some(isShownBy);
}

function partsOf(token: string): string[] {
	const length = Math.min(IN_A_ROW, token.length);
	return Array.from({ length: token.length - length + 1 }, (_, start) => token.slice(start, start + length));
}

/** Case does not matter: host names are in lower case. */
function lettersAndDigits(text: string): string {
	return text.replace(/[^a-z\d]/gi, '').toLowerCase();
}

/** One escape may be inside another, as JSON in an address. */
const MAX_DEPTH = 3;

/** A text, and decoded in every way in which a service or a proxy may have encoded a part of it. */
function formsOf(text: string): string[] {
	const forms = [text];
	for (let plain = text; forms.length <= MAX_DEPTH; forms.push(plain)) plain = withoutEscapes(plain);
	const joined = forms.at(-1)?.replace(/\s/g, '') ?? '';
	// A part can begin at any place within a group of base64 or hexadecimal digits.
	for (const [run] of joined.matchAll(/[\w+/-]{6,}/g)) {
		forms.push(...[0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')));
	}
	for (const [run] of joined.matchAll(/[\da-f]{8,}/gi)) {
		forms.push(...[0, 1].map((start) => Buffer.from(run.slice(start), 'hex').toString('latin1')));
	}
	return forms;
}

/** Without the escapes of addresses, JSON and HTML. */
function withoutEscapes(text: string): string {
	return text
		.replace(/%([\da-f]{2})|\\+u00([\da-f]{2})|&#x0*([\da-f]{2});/gi, (_, ...codes: string[]) =>
			String.fromCharCode(parseInt(codes.find(Boolean) ?? '', 16)),
		)
		.replace(/&#0*(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code)))
		.replace(/&[a-z]+;|\\[nrt]/gi, '');
}

function asLine(text: string): string {
	return text
		.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\bBearer\s+\S+/gi, 'Bearer ***')
		.replace(/\s+/g, ' ')
		.trim();
}
