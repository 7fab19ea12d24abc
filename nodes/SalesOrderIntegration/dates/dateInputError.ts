/** The error for a date, window or time zone that cannot be used, worded for the integrator who typed it. */
import { InputError } from '../errors/failures';
import { isValidZone } from './wallTime';

/** Longest piece of what was given that a message repeats. */
const SHOWN_LENGTH = 60;

/** A date, window or time zone that cannot be used. The message says what was given and what would do (design 3.7). */
export class DateInputError extends InputError {
	override readonly name = 'DateInputError';
}

/** What was given, in quotes, on one line and cut to a length that fits a message. */
export function quoted(value: string): string {
	return JSON.stringify(value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value);
}

/** Throws DateInputError if the zone of the credential or the workflow is not an IANA time zone that this host knows. */
export function requireZone(zone: string, owner: 'credential' | 'workflow'): void {
	if (isValidZone(zone)) return;
	throw new DateInputError(
		`The time zone ${quoted(zone)} of the ${owner} is not known. Choose an IANA name such as America/Mexico_City.`,
	);
}
