/** Between instants and the wall time of a zone. */
import { IANAZone } from 'luxon';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Clocks change at a full quarter of an hour. */
const QUARTER = 15 * MINUTE;

/** The instants that a wall time may stand for, in milliseconds since 1970. */
export interface WallTimeReading {
	/** `ambiguous`: the hour happened twice. `missing`: the clocks jumped over it. */
	kind: 'single' | 'ambiguous' | 'missing';
	earlier: number;
	later: number;
}

/** By zone and quarter of an hour: to ask Luxon takes ten times as long. */
const offsets = new Map<string, Map<number, number>>();

/** Throws a RangeError unless the name is an IANA zone. */
export function assertZone(zone: string): void {
	// Luxon remembers the zones that it has made, and not what it has answered about a name.
	if (!IANAZone.create(zone).isValid) throw new RangeError(`Not an IANA time zone: ${zone}`);
}

/** Offset of the zone at an instant (milliseconds since 1970), in milliseconds, positive east of Greenwich. */
export function offsetAt(instant: number, zone: string): number {
	let ofZone = offsets.get(zone);
	if (!ofZone) {
		assertZone(zone);
		offsets.set(zone, (ofZone = new Map()));
	}
	const quarter = Math.floor(instant / QUARTER);
	let offset = ofZone.get(quarter);
	if (offset === undefined) {
		offset = Math.round(IANAZone.create(zone).offset(quarter * QUARTER) * MINUTE);
		ofZone.set(quarter, offset);
	}
	return offset;
}

/** The wall time of an instant, as the milliseconds that UTC would have at the same wall time. */
export function wallTimeOf(instant: number, zone: string): number {
	return instant + offsetAt(instant, zone);
}

/** The instants of a wall time (as the milliseconds that UTC would have at the same wall time). */
export function readWallTime(wallTime: number, zone: string): WallTimeReading {
	const before = offsetAt(wallTime - DAY, zone);
	const after = offsetAt(wallTime + DAY, zone);
	if (before === after) return { kind: 'single', earlier: wallTime - before, later: wallTime - before };
	const candidates = [wallTime - before, wallTime - after];
	const real = candidates.filter((instant) => wallTimeOf(instant, zone) === wallTime);
	const [only] = real;
	if (real.length === 1 && only !== undefined) return { kind: 'single', earlier: only, later: only };
	return {
		kind: real.length === 0 ? 'missing' : 'ambiguous',
		earlier: Math.min(...candidates),
		later: Math.max(...candidates),
	};
}

/**
 * Reads `dd/MM/yyyy HH:mm:ss` (api-specification 4.1) as the milliseconds that UTC would have at that wall time.
 * Undefined when the text has another form or names a day or time that does not exist.
 */
export function parseWallTime(text: string): number | undefined {
	const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d:\d\d)$/.exec(text) ?? [];
	const iso = `${year}-${month}-${day}T${time}.000Z`;
	const date = new Date(iso);
	// 31/02 becomes a day of March; only what reads back the same is a real date.
	return !Number.isNaN(date.valueOf()) && date.toISOString() === iso ? date.valueOf() : undefined;
}
