/**
 * Reads the values of parameters. An expression or an AI agent can put anything into any of them, so each value is
 * trimmed, compared without regard to case, and rejected if it does not fit.
 *
 * Every reader returns undefined if nothing was entered (undefined, null or blank), and throws an InputError for a
 * value that does not fit. `label` is the name of the field in the editor.
 */
import type { IDataObject } from 'n8n-workflow';
import { InputError, shown } from '../errors/failures';
import { isRecord } from '../lists/wire';

const CHECK_EXPRESSION = 'With an expression, check what it returns.';

/** The error for a value that a field cannot have; `advice` says which it can. */
export function unusable(label: string, value: unknown, advice: string): InputError {
	const message = `'${label}' cannot be ${shown(value)}`;
	return new InputError(message, `${advice} ${CHECK_EXPRESSION}`);
}

/** The one of `choices` that was given. */
export function readChoice<T extends string>(
	value: unknown,
	label: string,
	choices: readonly T[],
): T | undefined {
	if (isBlank(value)) return undefined;
	const given = fold(value);
	const choice = choices.find((candidate) => fold(candidate) === given);
	if (choice !== undefined) return choice;
	throw unusable(label, value, `Use one of: ${choices.join(', ')}.`);
}

/** The same for a field that is never empty, unless its expression returned nothing. */
export function requireChoice<T extends string>(value: unknown, label: string, choices: readonly T[]): T {
	const choice = readChoice(value, label, choices);
	if (choice !== undefined) return choice;
	throw new InputError(`'${label}' is empty`, `Use one of: ${choices.join(', ')}. ${CHECK_EXPRESSION}`);
}

/** All of `choices` that were given, each once; written as for {@link readTexts}. */
export function readChoices<T extends string>(value: unknown, label: string, choices: readonly T[]): T[] {
	const chosen = readTexts(value, label).map((text) => readChoice(text, label, choices));
	return [...new Set(chosen.filter((choice) => choice !== undefined))];
}

/** Whether a switch is on. Expressions and AI agents may return the word instead of the value, and databases a number. */
export function readSwitch(value: unknown, label: string): boolean | undefined {
	const given = readChoice(value, label, ['true', 'false', '1', '0']);
	return given === undefined ? undefined : given === 'true' || given === '1';
}

/** A number above 0. */
export function readPositiveNumber(value: unknown, label: string): number | undefined {
	const number = readNumber(value, label);
	if (number === undefined || number > 0) return number;
	throw unusable(label, value, 'Use a number above 0.');
}

/** A whole number of at least 1. */
export function readPositiveInteger(value: unknown, label: string): number | undefined {
	const advice = 'Use a whole number of at least 1.';
	const number = readNumber(value, label, advice);
	if (number === undefined || (Number.isSafeInteger(number) && number >= 1)) return number;
	throw unusable(label, value, advice);
}

/** A number. A text is read as JavaScript writes numbers, because a comma could separate decimals or thousands. */
export function readNumber(
	value: unknown,
	label: string,
	advice = 'Use a number, with a dot before decimals, such as 1250.5.',
): number | undefined {
	if (isBlank(value)) return undefined;
	const isText = typeof value === 'string' && /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i.test(value);
	const number = isText || typeof value === 'number' ? Number(value) : NaN;
	if (Number.isFinite(number)) return number;
	throw unusable(label, value, advice);
}

/** One of several texts in one. In quotes, it may have a comma. */
const TEXT = /[^\S\r\n]*(["'])(?:(?!\1).)*\1\s*(?=[,;\r\n]|$)|[^,;\r\n]+/g;

/**
 * Several texts: a list, or one text with commas, semicolons or line breaks between them, with or without brackets and
 * quotes, as expressions and AI agents write lists. Each is trimmed; blank ones are left out. In a list or in quotes, a
 * text may have a comma.
 */
export function readTexts(value: unknown, label: string): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : [value];
	const isPlain = (entry: unknown) => isBlank(entry) || typeof entry === 'string' || Number.isFinite(entry);
	if (!entries.every(isPlain)) {
		throw unusable(label, value, 'Use a list of texts, or one text with commas, such as: A, B.');
	}
	const withoutBrackets = String(value ?? '').replace(/^\s*\[(.*)\]\s*$/s, '$1');
	const texts = Array.isArray(value) ? entries : (withoutBrackets.match(TEXT) ?? []);
	return texts
		.map((text) => String(text ?? '').replace(/^\s*(["'])(.*)\1\s*$/, '$2'))
		.map((text) => text.trim())
		.filter((text) => text !== '');
}

/** An identifier as text, not trimmed. A number that is too large to be exact does not fit. */
export function readIdentifier(value: unknown, label: string): string | undefined {
	if (isBlank(value)) return undefined;
	if (typeof value === 'string') return value;
	if (typeof value !== 'number' || !Number.isFinite(value)) {
		throw unusable(label, value, 'Use a text or a number.');
	}
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw unusable(label, value, 'It is too large to be exact as a number. Pass it on as text.');
	}
	return String(value);
}

/** The fields of a collection, such as Filters or Options; none where nothing was given. */
export function readCollection(value: unknown, label: string): IDataObject {
	if (isBlank(value)) return {};
	if (isRecord(value)) return value as IDataObject;
	throw unusable(label, value, 'Use an object with one property for each field.');
}

/** The value inside a resource locator, undefined if an expression in it returned nothing; any other value as it is. */
export function locatorValue(given: unknown): unknown {
	return isRecord(given) && ('mode' in given || 'value' in given) ? given.value : given;
}

/** Whether nothing was given: undefined, null or a blank text. */
export function isBlank(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/**
 * A text for comparing: in lower case, without the accents of letters, with single blanks. An object has none, so nothing
 * equals it.
 */
export function fold(value: unknown): string {
	if (typeof value === 'object') return '';
	const plain = String(value ?? '')
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '');
	return plain.replace(/\s+/g, ' ').trim().toLowerCase();
}
