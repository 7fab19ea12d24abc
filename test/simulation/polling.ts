/** One poll of the trigger in a run: the credential, the clock and the network that it finds, and what is noted of it. */
import type { Transport } from '../../nodes/SalesOrderIntegration/http/call';
import type { TriggerSettings } from '../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { USED_PART } from '../../nodes/SalesOrderIntegration/trigger/budget';
import { clientOf } from '../support/sandboxClient';
import type { SimulatedTiming } from '../support/simulatedTiming';
import type { KillSwitch } from './killSwitch';
import type { Life, PollCall } from './n8nModel';
import type { Scenario, Span } from './scenario';
import type { Services } from './services';
import type { SimulatedService } from './simulatedService';
import { memoryMark, stateView } from './stateView';
import { pollTrigger, type TriggerItem } from './triggerUnderTest';
import { isOfLostClocks } from './weather';

export class Polling {
	constructor(
		private readonly scenario: Scenario,
		private readonly timing: SimulatedTiming,
		private readonly services: Services,
		private readonly killSwitch: KillSwitch,
	) {}

	async poll(
		life: Life,
		call: PollCall,
		node: { name: string; settings: TriggerSettings },
	): Promise<TriggerItem[]> {
		this.killSwitch.touch('state', life);
		const { timing, services } = this;
		const { settings } = node;
		const began = timing.now();
		const service = services.current;
		const { watch, key } = service;
		const before = memoryMark(call.nodeData);
		const isKnown = stateView(call.nodeData, key, settings) !== undefined;
		if (service !== services.usual) service.visited(began, services.activatedAt, call.nodeData, isKnown);
		const counted = { requests: 0 };
		const client = this.clientOf(service, life, { call, settings, counted });
		try {
			const items = await pollTrigger({
				...call,
				client,
				settings,
				nodeId: 'trigger',
				nodeName: node.name,
				credentialId: key.credentialId,
				process: life,
				log: (message) => watch.logged(message),
			});
			if (items && !life.isOver) {
				const isMoved = memoryMark(call.nodeData) !== before;
				const state = isMoved ? stateView(call.nodeData, key, settings) : undefined;
				const ended = timing.now();
				const hasTimeLeft = ended - began < call.budgetMs / 2;
				watch.pollSucceeded({ began, ended, hasTimeLeft, items, settings }, state);
				services.delivered(service, items);
				if (isMoved) services.kept(service, client, call.nodeData, counted.requests > 0);
			}
			return items ?? [];
		} finally {
			const durationMs = timing.now() - began;
			if (!life.isOver) watch.pollEnded({ at: timing.now(), durationMs, ...call, ...counted }, service.pages);
		}
	}

	private clientOf(
		service: SimulatedService,
		life: Life,
		{ call, settings, counted }: { call: PollCall; settings: TriggerSettings; counted: { requests: number } },
	) {
		const { timing, scenario, services } = this;
		const now = timing.now();
		const isQuiet = services.settling !== undefined;
		const isNow = ({ from, until }: Span) => !isQuiet && from <= now && now < until;
		const ahead = scenario.clockJumps.find(isNow)?.byMs ?? 0;
		const client = clientOf(
			isQuiet ? service.sandbox : service.sandboxAt(now),
			ahead === 0 ? timing : { ...timing, now: () => timing.now() + ahead },
			{
				baseUrl: service.key.baseUrl,
				timezone: scenario.wrongZones.find(isNow)?.zone,
				signal: life.signal,
				deadline: now + ahead + call.budgetMs * USED_PART,
				serverDateParameter: settings.windowDate === 'dateCreated' ? 'dateField=dateCreated' : undefined,
			},
		);
		// A process that was killed does not know any more what the one before was asked to wait for.
		const connection = { ...client.connection, tokenKey: `${client.connection.tokenKey} ${life.number}` };
		return { ...client, connection, transport: this.watched(client.transport, service, life, counted) };
	}

	private watched(
		transport: Transport,
		service: SimulatedService,
		life: Life,
		counted: { requests: number },
	): Transport {
		return async (request, signal) => {
			this.killSwitch.touch('network', life);
			signal.throwIfAborted();
			counted.requests++;
			if (isOfLostClocks(request.url)) service.watch.lostClocksAsked++;
			const answer = await transport(request, signal);
			this.killSwitch.touch('network', life);
			signal.throwIfAborted();
			return answer;
		};
	}
}
