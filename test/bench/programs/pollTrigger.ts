/** Polls the trigger at its default settings through days of simulated time, over a sandbox in the same process. */
import type { Transport } from '../../../nodes/SalesOrderIntegration/http/call';
import { pollWithState } from '../../../nodes/SalesOrderIntegration/trigger/pollWithState';
import { LiveTraffic } from '../../../sandbox';
import { clientOf, simulatedSandbox } from '../../support/sandboxClient';
import { pollEnvironment } from '../../support/pollEnvironment';
import { SimulatedTiming } from '../../support/simulatedTiming';
import { DAY, HOUR, MINUTE, NOON } from '../../support/time';
import { answerWith, inputOf } from './answer';
import { defaultSettings } from '../../support/triggerSettings';

/** How busy the service is, and for how long it is watched. */
export interface PollTriggerInput {
	seed: number;
	ordersPerDay: number;
	hours: number;
}

/** What the polls cost. */
export interface PollTriggerAnswer {
	polls: number;
	requests: number;
	/** Of the trigger alone, without the sandbox, milliseconds. */
	cpuMs: number;
	/** JSON of what n8n stores after the last poll, bytes. */
	stateBytes: number;
}

const POLL_MS = 10 * MINUTE;
const BUDGET_MS = 300_000;

/** More than a far reading covers and the state remembers, so that what is measured is the usual, not a beginning. */
const DAYS_BEFORE = 6;
const DELETED_SHARE = 0.03;

answerWith(async () => {
	const { seed, ordersPerDay, hours } = inputOf<PollTriggerInput>();
	const timing = new SimulatedTiming({ seed });
	const sandbox = simulatedSandbox(timing, {
		seed,
		orders: {
			count: ordersPerDay * DAYS_BEFORE,
			days: DAYS_BEFORE,
			until: NOON,
			deletedShare: DELETED_SHARE,
		},
		lines: { minimum: 1, maximum: 1 },
		switches: { pageSize: 100 },
		rateLimit: null,
		maximumLogEntries: 1,
	});
	const live = new LiveTraffic(sandbox.world, {
		seed,
		arrivals: ordersPerDay / 24,
		deletions: (ordersPerDay / 24) * DELETED_SHARE,
		edits: 0,
		restorations: 0,
		startAt: NOON,
	});
	const settings = { ...defaultSettings, startFrom: { at: NOON - DAYS_BEFORE * DAY, text: 'before' } };
	let requests = 0;
	let cpuOfSandbox = 0;
	const client = clientOf(sandbox, timing);
	const transport: Transport = async (request, signal) => {
		requests++;
		const before = cpuMs();
		try {
			return await client.transport(request, signal);
		} finally {
			cpuOfSandbox += cpuMs() - before;
		}
	};
	const nodeData: Record<string, unknown> = {};
	const environment = pollEnvironment();
	const poll = async () => {
		const polling = { ...client, transport, deadline: timing.now() + BUDGET_MS };
		return await pollWithState({ ...environment, client: polling, settings, nodeData }, (items) => items);
	};

	while ((await poll()).length > 0);
	requests = 0;
	cpuOfSandbox = 0;
	let cpuOfPolls = 0;
	const polls = Math.round((hours * HOUR) / POLL_MS);
	for (let done = 0; done < polls; done++) {
		timing.current += POLL_MS;
		live.advanceTo(timing.now());
		const before = cpuMs();
		await poll();
		cpuOfPolls += cpuMs() - before;
	}
	const answer: PollTriggerAnswer = {
		polls,
		requests,
		cpuMs: cpuOfPolls - cpuOfSandbox,
		stateBytes: Buffer.byteLength(JSON.stringify([nodeData, environment.note])),
	};
	return answer;
});

function cpuMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}
