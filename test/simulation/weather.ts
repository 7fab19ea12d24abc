/** What goes wrong for long with requests of a kind: one of the lists, long windows, certain years. */
import type { Fault, FaultSubject } from '../../sandbox';
import { queryValue } from '../../sandbox/request';
import { parseWallTime } from '../../sandbox/wallTime';
import { DAY, MINUTE } from '../support/time';
import type { Span } from './scenario';

export interface Weather {
	/** When, by the clock of n8n; undefined: always, also when the world has become quiet. */
	span?: Span;
	/** The list of which nothing can be read then, about which somebody must be told. */
	stops?: 'created' | 'deleted' | 'lost clocks';
	/** How old what lists show may be at most. */
	readableMs?: number;
	/** From when on somebody must be told of it, by the clock of n8n, and how a report begins. */
	told?: { from: number; list: 'created' | 'deleted'; message: RegExp };
	faultOf(window: WindowAsked): Fault | undefined;
}

/** What a request for a list asks for. */
export interface WindowAsked {
	list: 'created' | 'deleted';
	/** Wall times in the zone of the token. */
	start: number;
	end: number;
	/** How long ago it starts. */
	ago: number;
	/** Undefined where an end is missing. */
	days: number | undefined;
	/** Whether it is about the years to which phones without a clock are reset. */
	isOfLostClocks: boolean;
	/** Whether its end lies ahead by more than a minute. */
	isAhead: boolean;
}

/** Whether the address of a request for a list has an end in the years to which phones without a clock are reset. */
export function isOfLostClocks(url: string): boolean {
	return /[?&]end=\d\d%2F\d\d%2F(19|200)/.test(url);
}

/** What a request asks of the order lists; undefined for other requests. */
function windowAsked({ target, url }: FaultSubject, wallTime: number): WindowAsked | undefined {
	if (target.path !== '/api/v2/salesOrder') return undefined;
	const [start, end] = ['start', 'end'].map((name) => parseWallTime(queryValue(target, name) ?? ''));
	const list = queryValue(target, 'deleted') === 'true' ? 'deleted' : 'created';
	const days = start === undefined || end === undefined ? undefined : (end - start) / DAY;
	const isAhead = end === undefined || end > wallTime + MINUTE;
	const ago = wallTime - (start ?? -Infinity);
	const span = { start: start ?? -Infinity, end: end ?? Infinity, ago, days, isAhead };
	return { list, ...span, isOfLostClocks: isOfLostClocks(url) };
}

/** The fault that the weather puts on a request. `wallTime` is the token's; `now` is undefined once the world is quiet. */
export function weatherFault(
	weather: Weather[],
	subject: FaultSubject,
	wallTime: number,
	now: number | undefined,
): Fault | undefined {
	const asked = weather.length > 0 ? windowAsked(subject, wallTime) : undefined;
	if (!asked) return undefined;
	// What stops a list, or a moment of it, wins over what slows it down.
	const isWeak = ({ stops, told }: Weather) => Number(!stops && !told);
	const strongest = [...weather].sort((one, other) => isWeak(one) - isWeak(other));
	for (const { span, faultOf } of strongest) {
		const isOn = span ? now !== undefined && span.from <= now && now < span.until : true;
		const fault = isOn ? faultOf(asked) : undefined;
		if (fault) return fault;
	}
	return undefined;
}
