import { SECOND } from './time';

/** When the window of a request begins and ends, epoch milliseconds, for a token's user six hours behind UTC. */
export function windowOf(url: string): [from: number, to: number] {
	const query = new URL(url, 'http://localhost').searchParams;
	const at = (name: string) => {
		const [day = 1, month = 1, year = 1, ...time] = (query.get(name) ?? '').split(/[/: ]/).map(Number);
		const [hour = 0, minute = 0, second = 0] = time;
		return Date.UTC(year, month - 1, day, hour + 6, minute, second);
	};
	return [at('start'), at('end')];
}

/** A fault for a window that ends after `now`, as of a service that refuses what lies ahead. */
export function refusalAhead(url: string, now: number) {
	return windowOf(url)[1] > now + SECOND ? ({ kind: 'status', status: 400 } as const) : undefined;
}

/** The answer of a service that fails for each window that holds one of these moments (epoch milliseconds). */
export function failureAt(url: string, moments: number[]) {
	const [from, to] = windowOf(url);
	const isHit = moments.some((moment) => from <= moment && moment <= to);
	return isHit ? ({ kind: 'status', status: 500 } as const) : undefined;
}
