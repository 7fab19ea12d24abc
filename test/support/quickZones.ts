/** Lets luxon remember the offsets of zones: asking Intl each time takes two fifths of a simulated life. */
import { IANAZone } from 'luxon';
import { DAY } from './time';

const offsetAt = Reflect.get(IANAZone.prototype, 'offset');
const known = new Map<string, Map<number, number>>();

/** The offset with which a day of UTC begins, in minutes. */
function offsetAtDay(zone: IANAZone, day: number): number {
	const offsets = known.get(zone.name) ?? new Map<number, number>();
	known.set(zone.name, offsets);
	const offset = offsets.get(day) ?? offsetAt.call(zone, day * DAY);
	offsets.set(day, offset);
	return offset;
}

/** As luxon's own; it asks Intl on a day that ends with another offset than it began. No zone goes to and fro in one. */
IANAZone.prototype.offset = function (instant) {
	const day = Math.floor(instant / DAY);
	const offset = offsetAtDay(this, day);
	return offset === offsetAtDay(this, day + 1) ? offset : offsetAt.call(this, instant);
};
