/** The rate limit and its three headers (api-specification 8). */
import type { Switches } from './switches';

const YEAR = 365 * 24 * 60 * 60;

/** A limit of requests per period and token. */
export interface RateLimit {
	/** Requests per period. */
	limit: number;
	/** Length of the period in milliseconds; whole seconds keep X-RateLimit-Reset exact. */
	periodMs: number;
}

/** The service's limit: 500 per minute (api-specification 8). */
export const defaultRateLimit: Readonly<RateLimit> = { limit: 500, periodMs: 60_000 };

/** Where a token stands in its period. */
export interface RateLimitState {
	limit: number;
	remaining: number;
	/** Unix timestamp in seconds at which the limit resets. */
	reset: number;
	exceeded: boolean;
}

/** Counts the requests of each token. */
export class RateLimiter {
	private readonly periods = new Map<string, { start: number; requests: number }>();

	constructor(private readonly rateLimit: RateLimit | null) {}

	/** Counts a request at `now` (milliseconds since 1970). Null when there is no limit. */
	count(token: string, now: number): RateLimitState | null {
		if (!this.rateLimit) return null;
		const { limit, periodMs } = this.rateLimit;
		let period = this.periods.get(token);
		if (!period || now >= period.start + periodMs || now < period.start) {
			// The header counts in whole seconds, so a period begins on one: otherwise Reset would come too early.
			period = { start: Math.floor(now / 1000) * 1000, requests: 0 };
			if (periodMs < 1000) period.start = now;
			this.periods.set(token, period);
		}
		period.requests++;
		return {
			limit,
			remaining: Math.max(0, limit - period.requests),
			reset: Math.ceil((period.start + periodMs) / 1000),
			exceeded: period.requests > limit,
		};
	}
}

/** The three headers, or the odd form of them that the switch asks for. `now`: milliseconds since 1970. */
export function rateLimitHeaders(
	state: RateLimitState | null,
	now: number,
	switches: Switches,
): Record<string, string> {
	if (!state) return {};
	const seconds = Math.floor(now / 1000);
	switch (switches.rateLimitHeaders) {
		case 'normal':
			return headers(state.limit, state.remaining, state.reset);
		case 'absent':
			return {};
		case 'negative':
			return headers(-1, -1, -1);
		case 'yearAhead':
			return headers(state.limit, 0, seconds + YEAR);
		case 'notANumber':
			return headers('many', 'some', 'soon');
		case 'milliseconds':
			return headers(state.limit, state.remaining, state.reset * 1000);
		case 'secondsLeft':
			return headers(state.limit, state.remaining, state.reset - seconds);
		case 'longPast':
			return headers(state.limit, 0, seconds - YEAR);
	}
}

function headers(limit: unknown, remaining: unknown, reset: unknown): Record<string, string> {
	return {
		'X-RateLimit-Limit': String(limit),
		'X-RateLimit-Remaining': String(remaining),
		'X-RateLimit-Reset': String(reset),
	};
}
