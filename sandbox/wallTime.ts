/** Between instants and the wall time of a zone. Offsets are looked up once per zone and year, then cached. */
import { IANAZone } from 'luxon';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** No zone keeps two clock changes within this time, so that sampling at this step finds them all. */
const SAMPLING_STEP = 5 * DAY;

/** The instants that a wall time may stand for, in milliseconds since 1970. */
export interface WallTimeReading {
	/** `ambiguous`: the hour happened twice. `missing`: the clocks jumped over it. */
	kind: 'single' | 'ambiguous' | 'missing';
	earlier: number;
	later: number;
}

interface OffsetPeriods {
	starts: number[];
	offsets: number[];
}

const periodsByZone = new Map<string, Map<number, OffsetPeriods>>();

/** Throws a RangeError unless the name is an IANA zone. */
export function assertZone(zone: string): void {
	// Luxon remembers the zones that it has made, and not what it has answered about a name.
	if (!IANAZone.create(zone).isValid) throw new RangeError(`Not an IANA time zone: ${zone}`);
}

/** Offset of the zone at an instant (milliseconds since 1970), in milliseconds, positive east of Greenwich. */
export function offsetAt(instant: number, zone: string): number {
	const { starts, offsets } = periodsOf(new Date(instant).getUTCFullYear(), zone);
	let period = starts.length - 1;
	while (period > 0 && (starts[period] as number) > instant) period--;
	return offsets[period] as number;
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
	const match = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2}):(\d{2})$/.exec(text);
	if (!match) return undefined;
	const [day, month, year, hour, minute, second] = match.slice(1).map(Number) as [
		number,
		number,
		number,
		number,
		number,
		number,
	];
	const wallTime = Date.UTC(year, month - 1, day, hour, minute, second);
	// Date.UTC rolls 31/02 over to March; only what reads back the same was a real date.
	return formatWallTime(wallTime) === text ? wallTime : undefined;
}

/** `dd/MM/yyyy HH:mm:ss` of a wall time (as the milliseconds that UTC would have at the same wall time). */
export function formatWallTime(wallTime: number): string {
	const text = new Date(wallTime).toISOString();
	return `${text.slice(8, 10)}/${text.slice(5, 7)}/${text.slice(0, 4)} ${text.slice(11, 19)}`;
}

function periodsOf(year: number, zone: string): OffsetPeriods {
	let years = periodsByZone.get(zone);
	if (!years) {
		assertZone(zone);
		periodsByZone.set(zone, (years = new Map()));
	}
	let periods = years.get(year);
	if (!periods) years.set(year, (periods = findPeriods(year, zone)));
	return periods;
}

function findPeriods(year: number, zone: string): OffsetPeriods {
	const calendar = IANAZone.create(zone);
	const lookUp = (instant: number) => Math.round(calendar.offset(instant) * MINUTE);
	const start = Date.UTC(year, 0, 1);
	const end = Date.UTC(year + 1, 0, 1);
	const periods: OffsetPeriods = { starts: [start], offsets: [lookUp(start)] };
	for (let sample = start; sample < end; sample += SAMPLING_STEP) {
		const next = Math.min(sample + SAMPLING_STEP, end - 1000);
		const offset = lookUp(next);
		if (offset === periods.offsets.at(-1)) continue;
		periods.starts.push(findChange(sample, next, lookUp));
		periods.offsets.push(offset);
	}
	return periods;
}

function findChange(from: number, to: number, lookUp: (instant: number) => number): number {
	const offset = lookUp(to);
	let [before, after] = [from, to];
	while (after - before > 1000) {
		const middle = before + Math.floor((after - before) / 2000) * 1000;
		if (lookUp(middle) === offset) after = middle;
		else before = middle;
	}
	return after;
}
