/** Which orders a list holds, in which order. */
import type { OrderListQuery } from './listQuery';
import type { Identifier, OrderRecord } from './model';
import type { SeededRandom } from './seededRandom';
import type { OrderDate, Switches } from './switches';
import { readWallTime, wallTimeOf } from './wallTime';
import type { World } from './world';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

type SortField = OrderDate | 'id';

/** Selects the orders of lists. */
export class OrderSelector {
	/** The last list: its next page needs it again. */
	private last: { key: string; records: OrderRecord[] } | undefined;

	constructor(
		private readonly world: World,
		private readonly switches: Switches,
		private readonly random: SeededRandom,
	) {}

	/** The size of a list, and one page; none lies after the last one. `timezone`: of the token's user. */
	page({ page, ...query }: OrderListQuery, timezone: string) {
		const { sortOrder, pageSize } = this.switches;
		const key = JSON.stringify([query, timezone, this.switches, this.world.version]);
		if (this.last?.key !== key || sortOrder === 'shuffled')
			this.last = { key, records: this.select(query, timezone) };
		const { records } = this.last;
		return { totalCount: records.length, records: records.slice((page - 1) * pageSize, page * pageSize) };
	}

	private select(query: Omit<OrderListQuery, 'page'>, timezone: string): OrderRecord[] {
		const [field, direction] = this.switches.sortOrder.split(' ') as [SortField | 'shuffled', string?];
		const isInWindow = this.window(query, timezone);
		const isEverywhere = ({ distortion }: OrderRecord) =>
			this.switches.nullDates === 'everywhere' && distortion?.[query.date] === null;
		const records = this.world
			.listed(query.list)
			.filter((record) => isInWindow(record[query.date]) || isEverywhere(record));
		if (field === 'shuffled') return this.random.shuffled(records);
		return records.sort((one, other) => (direction === 'desc' ? -1 : 1) * compareBy(field, one, other));
	}

	private window({ start, end }: Pick<OrderListQuery, 'start' | 'end'>, timezone: string) {
		if (start === undefined && end === undefined) return () => true;
		const { windowEnds, storedPrecision, windowComparison, windowPrecision } = this.switches;
		const isByDay = windowPrecision === 'days';
		const isByWallTime = isByDay || windowComparison === 'wallTimes';
		const compared = (wallTime: number) => (isByDay ? wallTime - (wallTime % DAY) : wallTime);
		const bound = (wallTime: number) =>
			isByWallTime ? compared(wallTime) : this.instant(wallTime, timezone);
		const startIncluded = windowEnds === 'inclusive' || windowEnds === 'exclusiveEnd';
		const endIncluded = windowEnds === 'inclusive' || windowEnds === 'exclusiveStart';
		// Kept to the second, an order at 12:00:00.700 is at 12:00:00: past an end only from 12:00:01 on.
		const step = storedPrecision === 'seconds' ? SECOND : 1;
		const from = start === undefined ? -Infinity : bound(start) + (startIncluded ? 0 : step);
		const to = end === undefined ? Infinity : bound(end) + (endIncluded ? step : 0);
		return (instant: number | null) => {
			// No date at all (dateDeleted of an order that is not deleted) lies in no window, even an open one.
			if (instant === null) return false;
			const time = isByWallTime ? compared(wallTimeOf(instant, timezone)) : instant;
			return time >= from && time < to;
		};
	}

	private instant(wallTime: number, timezone: string): number {
		const { kind, earlier, later } = readWallTime(wallTime, timezone);
		const reading = kind === 'missing' ? this.switches.missingTime : this.switches.ambiguousTime;
		return reading === 'earlier' ? earlier : later;
	}
}

/** Negative when `one` comes before `other`: by the field, then by id. Orders without a date come first. */
function compareBy(field: SortField, one: OrderRecord, other: OrderRecord): number {
	const [oneKey, otherKey] = [one[field] ?? -Infinity, other[field] ?? -Infinity];
	return compare(oneKey, otherKey) || compare(one.id, other.id);
}

function compare(one: Identifier, other: Identifier): number {
	return one < other ? -1 : Number(one > other);
}
