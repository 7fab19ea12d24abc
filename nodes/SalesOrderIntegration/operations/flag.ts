/** Reads what is on or off. */
import { InputError } from '../errors/failures';

/** Expressions and AI agents may give the word instead of the value, and databases a number. */
const MEANINGS = new Map([
	['true', true],
	['1', true],
	['false', false],
	['0', false],
]);

/**
 * Whether a switch is on; undefined where nothing was given (undefined, null or blank).
 *
 * @param label what the editor calls it, for the message
 * @throws InputError for anything else
 */
export function readFlag(value: unknown, label: string): boolean | undefined {
	const word = String(value ?? '')
		.trim()
		.toLowerCase();
	const flag = MEANINGS.get(word);
	if (flag === undefined && word !== '') throw new InputError(`${label} is on or off`, 'Give true or false.');
	return flag;
}
