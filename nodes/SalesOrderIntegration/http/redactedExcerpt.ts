/** What may be shown of a text that was received: a short line without the token, however the token is encoded in it. */

/** Gives a piece of a text that can be shown; undefined where nothing is left of it. */
export type RedactedExcerpt = (text: string) => string | undefined;

/** So much of a text is looked at: a response can have many megabytes. */
const LOOKED_AT = 5_000;
const EXCERPT_LENGTH = 200;

/** Every encoding (JSON, HTML, an address) leaves letters and digits as they are, or encodes all characters of a text. */
const LETTERS_AND_DIGITS = /[a-z\d]{4,}/gi;
const ALL_ENCODED = /(?:%[\da-f]{2}|\\+u[\da-f]{4}|&#x?[\da-f]+;){4,}/i;
/** No token has a blank, a quote or an angle bracket inside (see connection.ts). */
const RUN = /[^\s"'<>]+/g;
const LAST_RUN = /[^\s"'<>]+$/;

/**
 * One line of at most 200 characters, without markup and without the token: a run of characters is masked as a whole
 * if it contains four or more letters and digits that follow each other in the token. Of a token that has no four such
 * characters no encoding would be recognized, so nothing is shown.
 */
export function redactedExcerptWithout(token: string): RedactedExcerpt {
	const parts = token.match(LETTERS_AND_DIGITS);
	if (!parts) return () => undefined;
	// A host name is written in small letters, so the case does not matter.
	const partOfToken = new RegExp(parts.join('|'), 'i');
	const mask = (run: string) => (partOfToken.test(run) || ALL_ENCODED.test(run) ? '***' : run);
	return (text) => {
		const isCut = text.length > LOOKED_AT;
		const beginning = text.slice(0, LOOKED_AT);
		// The last run may be a token that was cut, and no longer be recognized.
		const line = asLine((isCut ? beginning.replace(LAST_RUN, '') : beginning).replace(RUN, mask));
		if (line === '') return undefined;
		return isCut || line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH)}…` : line;
	};
}

function asLine(text: string): string {
	return text
		.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\bBearer\s+\S+/gi, 'Bearer ***')
		.replace(/\s+/g, ' ')
		.trim();
}
