/** The course of one request: noted, disturbed, counted against the rate limit, recognized, answered. */
import { errorResponse } from './errorBody';
import { disturbed, letsRequestTakeEffect } from './faultEffects';
import {
	isConnectionFault,
	type ConnectionFault,
	type Fault,
	type Faults,
	type FaultSubject,
} from './faults';
import { isMaintenance } from './maintenance';
import type { TokenUser } from './model';
import { rateLimitHeaders, type RateLimiter } from './rateLimit';
import { headerOf, targetOf, type SandboxRequest, type SandboxResponse } from './request';
import type { RequestLog, RequestLogEntry } from './requestLog';
import type { Service } from './service';
import type { Switches } from './switches';
import type { World } from './world';

/** What happens on the connection. */
export type Outcome =
	| { kind: 'response'; response: SandboxResponse }
	/** The connection breaks after this many characters of the body. */
	| { kind: 'cutBody'; response: SandboxResponse; characters: number }
	/** The body comes in small pieces over this time. */
	| { kind: 'slowBody'; response: SandboxResponse; milliseconds: number }
	/** The body is repeated for ever. */
	| { kind: 'endlessBody'; response: SandboxResponse }
	| { kind: 'reset' }
	| { kind: 'hang' };

/** What a request's course needs from the rest of the sandbox. */
export interface ExchangeParts {
	now(): number;
	/** Waits; rejects when the signal is aborted. */
	wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
	users: readonly TokenUser[];
	world: World;
	service: Service;
	limiter: RateLimiter;
	faults: Faults;
	log: RequestLog;
	switches: Switches;
}

/** Takes requests to their outcome. */
export class Exchange {
	private readonly usersByToken: Map<string, TokenUser>;
	private readonly inFlightByToken = new Map<string, number>();

	constructor(private readonly parts: ExchangeParts) {
		this.usersByToken = new Map(parts.users.map((user) => [user.apiToken, user]));
	}

	/** Runs a request and performs its outcome with `deliver`; it counts as under way until that has ended. */
	async run<Result>(
		request: SandboxRequest,
		defaultOrigin: string,
		deliver: (outcome: Outcome) => Promise<Result>,
	): Promise<Result> {
		const { log, now } = this.parts;
		const entry = log.begin(request, now());
		const token = tokenOf(request);
		this.inFlightByToken.set(token, this.inFlight(token) + 1);
		try {
			const outcome = await this.outcome(request, defaultOrigin, entry, token);
			if ('response' in outcome) entry.status = outcome.response.status;
			return await deliver(outcome);
		} finally {
			this.leave(token);
			log.end(entry, now());
		}
	}

	private async outcome(
		request: SandboxRequest,
		defaultOrigin: string,
		entry: RequestLogEntry,
		token: string,
	): Promise<Outcome> {
		const { faults, switches, now } = this.parts;
		const target = targetOf(request, defaultOrigin);
		const subject: FaultSubject = { method: request.method, url: request.url, target, body: request.body };
		const parallel = this.inFlight(token);
		const taken = [...faults.take(subject, entry.index), ...maintenanceFaults(now(), switches)];
		entry.faults = taken.map(({ kind }) => kind);
		await this.delay(taken, request.signal);
		faults.act(subject);
		this.parts.world.settle();
		const takesEffect = taken.every(letsRequestTakeEffect);
		const response = this.answer(request, subject, token, parallel, takesEffect);
		return this.disturb(response, taken);
	}

	private async delay(taken: readonly Fault[], signal: AbortSignal | undefined): Promise<void> {
		let milliseconds = this.parts.switches.latency;
		for (const fault of taken) if (fault.kind === 'delay') milliseconds += fault.milliseconds;
		if (milliseconds > 0) await this.parts.wait(milliseconds, signal);
	}

	private answer(
		request: SandboxRequest,
		{ target }: FaultSubject,
		token: string,
		parallel: number,
		takesEffect: boolean,
	): SandboxResponse {
		const { limiter, switches, service, now } = this.parts;
		const user = this.usersByToken.get(token);
		// Unknown tokens share one count, so that made-up ones cost no memory.
		const state = limiter.count(user ? token : '', now());
		const common = {
			Date: new Date(now()).toUTCString(),
			...rateLimitHeaders(state, now(), switches),
		};
		const answer = (response: SandboxResponse) => ({
			...response,
			headers: { ...common, ...response.headers },
		});
		const tooParallel =
			switches.maximumParallelRequests !== null && parallel > switches.maximumParallelRequests;
		if (state?.exceeded || tooParallel) {
			return answer(errorResponse(429, 'Rate limit exceeded'));
		}
		if (!user) return answer(errorResponse(401, 'Unauthorized'));
		if (!takesEffect) return answer({ status: 200, headers: {}, body: '' });
		return answer(service.answer({ method: request.method, target, body: request.body, user }));
	}

	private disturb(undisturbed: SandboxResponse, taken: readonly Fault[]): Outcome {
		let response = undisturbed;
		let connection: ConnectionFault | undefined;
		for (const fault of taken) {
			if (isConnectionFault(fault)) connection ??= fault;
			else if (fault.kind !== 'delay') {
				response = disturbed(response, fault, this.parts.now(), this.parts.switches.otherOrigin);
			}
		}
		return connection ? brokenOutcome(connection, response) : { kind: 'response', response };
	}

	private leave(token: string): void {
		const others = this.inFlight(token) - 1;
		if (others > 0) this.inFlightByToken.set(token, others);
		else this.inFlightByToken.delete(token);
	}

	private inFlight(token: string): number {
		return this.inFlightByToken.get(token) ?? 0;
	}
}

function tokenOf(request: SandboxRequest): string {
	return /^Bearer +(\S+)$/i.exec(headerOf(request.headers, 'authorization') ?? '')?.[1] ?? '';
}

function maintenanceFaults(now: number, switches: Switches): Fault[] {
	if (switches.maintenance === 'none' || !isMaintenance(now)) return [];
	switch (switches.maintenance) {
		case 'status503':
			return [{ kind: 'status', status: 503 }];
		case 'html200':
			return [{ kind: 'html200', title: 'Maintenance' }];
		default:
			return [{ kind: switches.maintenance }];
	}
}

function brokenOutcome(fault: ConnectionFault, response: SandboxResponse): Outcome {
	switch (fault.kind) {
		case 'cutBody': {
			// Without a body there is nothing to cut, and a complete answer would be no fault.
			if (response.body === '') return { kind: 'reset' };
			const characters = Math.floor(response.body.length * (fault.share ?? 0.5));
			return { kind: 'cutBody', response, characters };
		}
		case 'slowBody':
			return { kind: 'slowBody', response, milliseconds: fault.milliseconds };
		case 'endlessBody':
			return { kind: 'endlessBody', response };
		default:
			return { kind: fault.kind };
	}
}
