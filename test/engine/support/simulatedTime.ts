/** Lets minutes of the nodes' waiting pass in no time while their requests travel over real sockets. */
import { getActiveResourcesInfo } from 'node:process';
import { systemTiming } from '../../../nodes/SalesOrderIntegration/http/nodeClient';
import type { RequestLog } from '../../../sandbox';
import { SimulatedTiming, type SimulatedTimingOptions } from '../../support/simulatedTiming';

/** Sockets, look-ups and encryption: something is under way that simulated time must not outrun. */
const UNDER_WAY = /TCP(Socket|Connect|)Wrap|TLSWrap|GetAddrInfo|FSReq|Zlib|Brotli|REQUEST/;

/** A request for which nothing has happened for so long, in real milliseconds, hangs: time may pass meanwhile. */
const HANGING_MS = 250;

/** The same where the sandbox lets every request hang: nothing will happen, once all have noticed what did. */
const SURELY_HANGING_MS = 25;

/** What one look may add to that: when the process itself was held up, nothing could happen. */
const MOST_PER_LOOK_MS = 5;

export type SimulatedTimeOptions = Omit<SimulatedTimingOptions, 'isBusy'> & {
	log?: () => RequestLog | undefined;
};

/**
 * Replaces the nodes' clock until the test ends. Time stands still while a request is under way and jumps over
 * every wait; a request that hangs runs into its time-out. Make the sandbox with `clock: time` and `wait: time.sleep`.
 *
 * @param options.log that of the sandbox: tells one request from the next, and which ones hang
 */
export function simulateTime({ log, ...options }: SimulatedTimeOptions = {}): SimulatedTiming {
	let lastSeen = '';
	let lastLook = 0;
	let quietMs = 0;
	const isBusy = () => {
		const resources = getActiveResourcesInfo().filter((name) => UNDER_WAY.test(name));
		if (resources.length === 0) return false;
		const seen = `${resources.join()} ${log?.()?.total ?? 0}`;
		const now = performance.now();
		quietMs = seen === lastSeen ? quietMs + Math.min(now - lastLook, MOST_PER_LOOK_MS) : 0;
		lastSeen = seen;
		lastLook = now;
		return quietMs < (doAllHang(log?.()) ? SURELY_HANGING_MS : HANGING_MS);
	};
	const timing = new SimulatedTiming({ ...options, isBusy });
	jest.spyOn(systemTiming, 'now').mockImplementation(timing.now);
	jest.spyOn(systemTiming, 'sleep').mockImplementation(timing.sleep);
	jest.spyOn(systemTiming, 'random').mockImplementation(timing.random);
	return timing;
}

function doAllHang(log?: RequestLog): boolean {
	if (log === undefined || log.inFlight === 0) return false;
	const hanging = log.entries.filter(
		({ finished, faults }) => finished === undefined && faults.includes('hang'),
	);
	return hanging.length === log.inFlight;
}

afterEach(() => jest.restoreAllMocks());
