/** Lets minutes of the nodes' waiting pass in no time while their requests travel over real sockets. */
import { getActiveResourcesInfo } from 'node:process';

import { systemTiming } from '../../../nodes/SalesOrderIntegration/api/timing';
import { SimulatedTiming, type SimulatedTimingOptions } from '../../support/simulatedTiming';

/** Sockets, look-ups and encryption: something is under way that simulated time must not outrun. */
const UNDER_WAY = /TCP(Socket|Connect|)Wrap|TLSWrap|GetAddrInfo|FSReq|Zlib|Brotli|REQUEST/;

/** A socket on which nothing has happened for so long, in real milliseconds, hangs: time may pass meanwhile. */
const HANGING_MS = 250;

/**
 * Replaces the nodes' clock until the test ends. Time stands still while a request is under way and jumps over
 * every wait. Make the sandbox with `clock: time` and `wait: time.sleep`, and pass `requests` so that a request that
 * hangs can run into its time-out.
 *
 * @param requests number of requests so far, such as that of the sandbox's log
 */
export function simulateTime(
	options: Omit<SimulatedTimingOptions, 'isBusy'> & { requests?: () => number } = {},
): SimulatedTiming {
	let lastSeen = '';
	let since = performance.now();
	const isBusy = () => {
		const resources = getActiveResourcesInfo().filter((name) => UNDER_WAY.test(name));
		if (resources.length === 0) return false;
		const seen = `${resources.join()} ${options.requests?.() ?? 0}`;
		if (seen !== lastSeen) {
			lastSeen = seen;
			since = performance.now();
		}
		return performance.now() - since < HANGING_MS;
	};
	const timing = new SimulatedTiming({ ...options, isBusy });
	jest.spyOn(systemTiming, 'now').mockImplementation(timing.now);
	jest.spyOn(systemTiming, 'sleep').mockImplementation(timing.sleep);
	jest.spyOn(systemTiming, 'random').mockImplementation(timing.random);
	return timing;
}

afterEach(() => jest.restoreAllMocks());
