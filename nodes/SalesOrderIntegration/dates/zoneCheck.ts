/**
 * Hints from the orders that came back that the service reads the window in another time zone than the one that the
 * credential names (design 3.4).
 *
 * A service that reads the window's texts in a zone that is k quarter hours ahead of the assumed one takes both ends
 * k quarter hours earlier (behind: later). So each date allows some k and rules out the others. Where several orders
 * lie outside the window, and one k brings them inside without pushing others out, the zone is wrong by that k.
 */
import { MINUTE_MS } from './durations';
import type { InstantWindow, ServiceWindow } from './serviceWindow';
import { isWithin, toServiceWindow, widenedEnd, widenedStart } from './serviceWindow';
import { ShiftEvidence } from './shiftEvidence';
import { formatOffset, offsetAt } from './wallTime';

const WESTERNMOST_OFFSET_MINUTES = -12 * 60;
const EASTERNMOST_OFFSET_MINUTES = 14 * 60;

/** Dates outside the window by less say nothing: the clocks of phones are off by minutes, those of zones by more. */
const PHONE_CLOCK_TOLERANCE_MS = 10 * MINUTE_MS;

/** In longer windows one of the zones may have changed its clocks, by an hour, between the two ends. */
const CLOCK_CHANGE_LIKELY_MS = 3 * 24 * 60 * MINUTE_MS;
const CLOCK_CHANGE_MINUTES = 60;

/** The time zone that was assumed does not fit the dates that came back. Offsets are minutes ahead of UTC. */
export interface ZoneMismatch {
	zoneAssumed: string;
	/** The offset of that zone at the end of the window where the mismatch shows. */
	offsetMinutesAssumed: number;
	/** The offset that explains the dates best. */
	offsetMinutesShown: number;
	/** The offset furthest from the assumed one that explains them as well; the same, if orders are dense. */
	offsetMinutesAtMost: number;
	ordersSeen: number;
	/** Orders that lie outside the window by more than a phone's clock may be off. */
	ordersOutside: number;
	/** What was noticed and what to change, for the user. */
	message: string;
}

/**
 * The date by which an order can testify: the one that the service filters on, unless that lies outside the window
 * while another date of the order (its arrival, its deletion) lies inside. Such an order may have been listed for the
 * other date, so it testifies to nothing: undefined. Not meant for scheduledDateForDelivery, which is a plan.
 */
export function zoneWitness(
	filteredBy: number | undefined,
	otherDates: ReadonlyArray<number | undefined>,
	sent: ServiceWindow,
): number | undefined {
	if (filteredBy === undefined || isWithin(filteredBy, sent.widest)) return filteredBy;
	const listedForAnother = otherDates.some((date) => date !== undefined && isWithin(date, sent.widest));
	return listedForAnother ? undefined : filteredBy;
}

/**
 * Whether the dates of the orders that came back show that the service reads the window in another zone than `zone`
 * (IANA); undefined if they do not, or not clearly enough (see ShiftEvidence). `dates` are epoch milliseconds of the
 * date that the service filters on, from before any filtering of ours; undefined ones are skipped (see `zoneWitness`).
 * Linear in their number.
 *
 * A wrong zone shows only where orders lie near an end of the window: not if it begins and ends at night, nor if it
 * ends in the future and is read as later than meant.
 *
 * Throws DateInputError if the zone is unknown.
 */
export function findZoneMismatch(
	dates: Iterable<number | undefined>,
	window: InstantWindow,
	zone: string,
): ZoneMismatch | undefined {
	const { widest } = toServiceWindow(window, zone);
	const start = window.start === undefined ? -Infinity : widenedStart(window.start, zone).instant;
	const end = window.end === undefined ? Infinity : widenedEnd(window.end, zone).instant;
	const earliestTrusted = (widest.start ?? -Infinity) - PHONE_CLOCK_TOLERANCE_MS;
	const latestTrusted = (widest.end ?? Infinity) + PHONE_CLOCK_TOLERANCE_MS;

	const readEarlier = new ShiftEvidence();
	const readLater = new ShiftEvidence();
	let ordersSeen = 0;
	for (const date of dates) {
		if (date === undefined || Number.isNaN(date)) continue;
		ordersSeen++;
		readEarlier.add(start - date, end - date, date < earliestTrusted);
		readLater.add(date - end, date - start, date > latestTrusted);
	}

	const isEarlier = readEarlier.outside >= readLater.outside;
	const evidence = isEarlier ? readEarlier : readLater;
	if (evidence.outside === 0) return undefined;
	const offsetMinutesAssumed = Math.round(offsetAt(isEarlier ? start : end, zone) / MINUTE_MS);
	const limit = isEarlier
		? EASTERNMOST_OFFSET_MINUTES - offsetMinutesAssumed
		: offsetMinutesAssumed - WESTERNMOST_OFFSET_MINUTES;
	const farEndSlack = end - start > CLOCK_CHANGE_LIKELY_MS ? CLOCK_CHANGE_MINUTES : 0;
	const shifts = evidence.fittingShifts(limit, farEndSlack);
	const offsets = shifts.map((shift) => offsetMinutesAssumed + (isEarlier ? shift : -shift));
	const offsetMinutesShown = mostUsual(offsets);
	const offsetMinutesAtMost = offsets.at(-1);
	if (offsetMinutesShown === undefined || offsetMinutesAtMost === undefined) return undefined;
	const found = {
		zoneAssumed: zone,
		offsetMinutesAssumed,
		offsetMinutesShown,
		offsetMinutesAtMost,
		ordersSeen,
		ordersOutside: evidence.outside,
	};
	return { ...found, message: messageFor(found) };
}

/** Zones with whole hours are the most usual, then those with half hours; else the one nearest to the assumed zone. */
function mostUsual(offsets: number[]): number | undefined {
	return (
		offsets.find((offset) => offset % 60 === 0) ?? offsets.find((offset) => offset % 30 === 0) ?? offsets[0]
	);
}

function messageFor(found: Omit<ZoneMismatch, 'message'>): string {
	const isEarlier = found.offsetMinutesShown > found.offsetMinutesAssumed;
	const shown = formatOffset(found.offsetMinutesShown);
	const range =
		found.offsetMinutesAtMost === found.offsetMinutesShown
			? shown
			: `${shown}, or in another offset up to ${formatOffset(found.offsetMinutesAtMost)}`;
	return (
		`The time zone in the credential looks wrong: ${found.ordersOutside} of ${found.ordersSeen} orders lie ` +
		`${isEarlier ? 'before the start' : 'after the end'} of the window that was asked for, as they would if the ` +
		`service read its dates in ${range}. The credential says ${found.zoneAssumed}, which is ` +
		`${formatOffset(found.offsetMinutesAssumed)} at that time. Set Time Zone in the credential to the zone of the user who ` +
		`created the API token; until then, orders at the ${isEarlier ? 'end' : 'start'} of each window are missed.`
	);
}
