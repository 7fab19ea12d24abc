/** Time zones: whether a name is one, and how far its clocks are from UTC. */
import { IANAZone } from 'luxon';
import { InputError, shown } from '../errors/failures';
import { MINUTE_MS } from './durations';

/** Whether `zone` is an IANA time zone name that this host knows; fixed offsets such as `+05:00` are not. */
export function isValidZone(zone: string): boolean {
	return /^[a-z]/i.test(zone) && IANAZone.create(zone).isValid;
}

/** Throws InputError if the zone of the credential or the workflow is not an IANA time zone that this host knows. */
export function requireZone(zone: string, owner: 'credential' | 'workflow'): void {
	if (isValidZone(zone)) return;
	throw new InputError(
		`The time zone ${shown(zone)} of the ${owner} is not known`,
		'Choose an IANA name such as America/Mexico_City; in the credential, that of the user who created the API token.',
	);
}

/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds (negative in the west). */
export function offsetAt(instant: number, zone: string): number {
	return Math.round(IANAZone.create(zone).offset(instant) * MINUTE_MS);
}

/** The same as people write it: `UTC-06:00`. */
export function offsetTextAt(instant: number, zone: string): string {
	return `UTC${IANAZone.create(zone).formatOffset(instant, 'short')}`;
}
