/** Which orders a list holds, in which order: binary search where the sort allows it, a sorted copy elsewhere. */
import type { OrderListQuery } from './listQuery';
import type { OrderRecord } from './model';
import { compareBy, type IndexedField } from './orderIndex';
import type { SeededRandom } from './seededRandom';
import type { Switches } from './switches';
import { offsetAt, readWallTime } from './wallTime';
import type { World } from './world';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

/** One page of a list, and the size of the whole. */
export interface OrderPage {
	totalCount: number;
	records: OrderRecord[];
}

interface Selection {
	records: readonly OrderRecord[];
	/** The part of `records` that belongs to the list. */
	from: number;
	to: number;
	descending: boolean;
}

/** Half-open in milliseconds: from `from` up to, but not including, `to`. */
interface Bounds {
	from: number;
	to: number;
}

/** Selects the orders of lists. */
export class OrderSelector {
	/** The last sorted copy: the next page of a list needs it again. */
	private copy: { key: string; selection: Selection } | undefined;

	constructor(
		private readonly world: World,
		private readonly switches: Switches,
		private readonly random: SeededRandom,
	) {}

	/** The orders of one page; none when the page lies after the last one. `timezone`: of the token's user. */
	page(query: OrderListQuery, timezone: string): OrderPage {
		const { records, from, to, descending } = this.select(query, timezone);
		const totalCount = Math.max(0, to - from);
		const first = (query.page - 1) * this.switches.pageSize;
		const count = Math.max(0, Math.min(this.switches.pageSize, totalCount - first));
		const page = Array.from({ length: count }, (_, position) => {
			return records[descending ? to - 1 - first - position : from + first + position] as OrderRecord;
		});
		return { totalCount, records: page };
	}

	private select(query: OrderListQuery, timezone: string): Selection {
		const [field, direction] = this.switches.sortOrder.split(' ') as [IndexedField | 'shuffled', string?];
		const descending = direction === 'desc';
		const everything = query.start === undefined && query.end === undefined;
		if (field === 'shuffled') {
			const { records, from, to } = this.window(query, timezone);
			return whole(this.random.shuffled(records.slice(from, to)), false);
		}
		if (everything) return whole(this.world.index(query.list, field).records, descending);
		if (field === query.date && this.switches.windowComparison === 'instants') {
			return { ...this.window(query, timezone), descending };
		}
		return this.sortedCopy(query, timezone, field, descending);
	}

	private sortedCopy(
		query: OrderListQuery,
		timezone: string,
		field: IndexedField,
		descending: boolean,
	): Selection {
		const { windowEnds, windowComparison, storedPrecision, ambiguousTime, missingTime } = this.switches;
		const key = JSON.stringify([
			[query.list, query.date, query.start, query.end, timezone, field, descending],
			[windowEnds, windowComparison, storedPrecision, ambiguousTime, missingTime, this.world.version],
		]);
		if (this.copy?.key === key) return this.copy.selection;
		const { records, from, to } = this.window(query, timezone);
		const copy = records.slice(from, to).sort((one, other) => compareBy(field, one, other));
		this.copy = { key, selection: whole(copy, descending) };
		return this.copy.selection;
	}

	private window(query: OrderListQuery, timezone: string): Selection {
		const index = this.world.index(query.list, query.date);
		if (query.start === undefined && query.end === undefined) return whole(index.records, false);
		if (this.switches.windowComparison === 'wallTimes') {
			const bounds = this.bounds(query.start, query.end);
			// Wall times repeat and skip at a clock change, so that the orders of a window need not lie side by side.
			const near = index.records.slice(index.firstFrom(bounds.from - DAY), index.firstFrom(bounds.to + DAY));
			const inside = near.filter((record) => {
				const instant = record[query.date] ?? -Infinity;
				const wallTime = instant + offsetAt(instant, timezone);
				return wallTime >= bounds.from && wallTime < bounds.to;
			});
			return whole(inside, false);
		}
		const bounds = this.bounds(this.instant(query.start, timezone), this.instant(query.end, timezone));
		return {
			records: index.records,
			from: index.firstFrom(bounds.from),
			to: index.firstFrom(bounds.to),
			descending: false,
		};
	}

	private instant(wallTime: number | undefined, timezone: string): number | undefined {
		if (wallTime === undefined) return undefined;
		const { kind, earlier, later } = readWallTime(wallTime, timezone);
		const reading = kind === 'missing' ? this.switches.missingTime : this.switches.ambiguousTime;
		return reading === 'earlier' ? earlier : later;
	}

	private bounds(start: number | undefined, end: number | undefined): Bounds {
		const { windowEnds, storedPrecision } = this.switches;
		const startIncluded = windowEnds === 'inclusive' || windowEnds === 'exclusiveEnd';
		const endIncluded = windowEnds === 'inclusive' || windowEnds === 'exclusiveStart';
		// Kept to the second, an order at 12:00:00.700 is at 12:00:00: past an end only from 12:00:01 on.
		const step = storedPrecision === 'seconds' ? SECOND : 1;
		return {
			// No date at all (dateDeleted of an order that is not deleted) lies in no window, even an open one.
			from: start === undefined ? -Number.MAX_VALUE : start + (startIncluded ? 0 : step),
			to: end === undefined ? Infinity : end + (endIncluded ? step : 0),
		};
	}
}

function whole(records: readonly OrderRecord[], descending: boolean): Selection {
	return { records, from: 0, to: records.length, descending };
}
