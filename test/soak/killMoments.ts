/** When n8n is killed: seeded moments, most of them within the seconds in which it polls. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { RequestLog } from '../../sandbox';
import type { SeededRandom } from '../../sandbox/seededRandom';
import { MINUTE } from '../support/time';

/** A tick that is nearer than this may come before a restarted n8n has its schedule. */
const SETTLING_MS = 4_000;
/** After this, a poll that has not asked anything will not do so. */
const POLL_TIMEOUT_MS = 20_000;
/** A poll asks for both lists, often for their far parts and lost clocks too; each window is one page here. */
const CALLS_OF_A_POLL = 2;
/** No further call follows where none has begun after this. */
const NO_CALL_AFTER_MS = 20;

/** What a kill is aimed at; `afterMs` is counted from there. */
export interface KillMoment {
	readonly aim: 'the tick' | 'the last answer' | 'any time';
	readonly afterMs: number;
}

/** The next moment: most follow the tick, or the service's last answer, after which n8n hands over. */
export function nextKillMoment(random: SeededRandom): KillMoment {
	const draw = random.next();
	if (draw < 0.4) return { aim: 'the tick', afterMs: random.integer(0, 3_000) };
	if (draw < 0.85) return { aim: 'the last answer', afterMs: random.integer(0, 200) };
	return { aim: 'any time', afterMs: random.integer(0, MINUTE) };
}

/** Waits for the moment. `log` is the service's, and tells when it was asked. */
export async function waitForKillMoment({ aim, afterMs }: KillMoment, log: RequestLog): Promise<void> {
	if (aim !== 'any time') await sleep(untilNextTick(Date.now() + SETTLING_MS) + SETTLING_MS);
	if (aim === 'the last answer') await answersOfAPoll(log);
	await sleep(afterMs);
}

function untilNextTick(from: number): number {
	return MINUTE - (from % MINUTE);
}

async function answersOfAPoll(log: RequestLog): Promise<void> {
	const before = log.total;
	const deadline = Date.now() + POLL_TIMEOUT_MS;
	while (Date.now() < deadline && !hasAnswered(log, log.total - before)) await sleep(2);
}

function hasAnswered({ entries, inFlight }: RequestLog, calls: number): boolean {
	if (inFlight > 0 || calls < CALLS_OF_A_POLL) return false;
	const { finished = 0 } = entries.at(-1) ?? {};
	return Date.now() - finished > NO_CALL_AFTER_MS;
}
