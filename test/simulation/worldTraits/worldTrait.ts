/** Something that is special about some worlds: a way of the service, of the phones, of the user or of n8n. */
import type { Draws } from '../draws';
import type { World } from '../scenario';

/**
 * A promise that nobody can keep in a world:
 *
 * - `inTime`: what is delivered may come later than the next reading;
 * - `lostClocks`: orders from the years of phones without a clock may be missing;
 * - `deletions`: they may be missing, and come twice;
 * - `completeness`: orders may be missing altogether, and whatever follows from it;
 * - `restorations`: a list of a while ago shows a deleted order once more.
 */
export type Excuse = 'inTime' | 'lostClocks' | 'deletions' | 'completeness' | 'restorations';

export interface WorldTrait {
	name: string;
	/** Of all worlds, 0 to 1. */
	share: number;
	excuses?: Excuse[];
	/** Changes the world. What it draws, no other trait notices. */
	apply(world: World, draws: Draws): void;
}

/** Takes away what could hide that a promise is broken. */
export function leaveUndisturbed({ scenario }: World): void {
	Object.assign(scenario, { changes: [], absences: [], outages: [], visits: [], oddData: [], renames: [] });
	scenario.kills = { networkTouches: 0, stateTouches: 0 };
	scenario.faults.probability = 0;
	scenario.switches.maintenance = 'none';
}

/** Also leaves polls enough room for all that is due, so that nothing has to wait its turn. */
export function leaveAtEase(world: World): void {
	leaveUndisturbed(world);
	const { scenario, habits } = world;
	Object.assign(scenario.switches, { latency: 100, maximumParallelRequests: null });
	Object.assign(scenario.settings, { maxOrdersPerRun: 500, startFrom: undefined });
	scenario.rateLimit.limit = 500;
	habits.count = Math.min(habits.count, 200);
	habits.from = Math.max(habits.from, scenario.start + scenario.clockSkewMs - 5 * 86_400_000);
}

/** Has orders for so long, with a poll every 20 minutes or more often. */
export function makeLast({ scenario, habits }: World, durationMs: number): void {
	const { start, clockSkewMs, pollMs } = scenario;
	const end = start + durationMs;
	Object.assign(scenario, { end, pollMs: Math.min(pollMs, 1_200_000) });
	Object.assign(habits, { from: start + clockSkewMs, until: end + clockSkewMs });
}

/** Lets orders arrive all the time, so that whatever happens meets some. */
export function makeBusy({ scenario, habits }: World): void {
	habits.from = Math.max(habits.from, scenario.start + scenario.clockSkewMs);
	habits.count = Math.max(100, habits.count);
	habits.burstShare = Math.min(0.3, habits.burstShare);
}
