/** Faults that a test puts on requests, and changes to the world that it slips in between two of them. */
import { PAGE, queryValue, type RequestTarget, type SandboxResponse } from './request';

/** Faults that keep the answer from being made or from arriving. */
export type ConnectionFault =
	/** The connection is broken without an answer. */
	| { kind: 'reset'; takesEffect?: boolean }
	/** No answer ever comes. */
	| { kind: 'hang'; takesEffect?: boolean }
	/** The connection is broken after a share (0 to 1, default 0.5) of the body. */
	| { kind: 'cutBody'; share?: number }
	/** The head comes at once, the body in small pieces over this time. */
	| { kind: 'slowBody'; milliseconds: number }
	/** The body goes on for ever. */
	| { kind: 'endlessBody' };

/** Faults that replace or change the answer. */
export type AnswerFault =
	/** Another status; 201 and 204 keep the effect of a PUT unless told otherwise, the others prevent it. */
	| { kind: 'status'; status: number; body?: string; takesEffect?: boolean }
	/** 429. `resetAfterMs`: X-RateLimit-Reset lies that far ahead (default 60 s); null: no such headers at all. */
	| { kind: 'tooManyRequests'; resetAfterMs?: number | null }
	/** A redirect, by default to a host that does not exist. */
	| { kind: 'redirect'; location?: string; status?: number }
	/** A web page with status 200, by default a login page. */
	| { kind: 'html200'; title?: string }
	/** A complete answer whose JSON text ends after a share (0 to 1, default 0.5). */
	| { kind: 'invalidJson'; share?: number }
	/** Status 200 and nothing else. */
	| { kind: 'emptyBody' }
	/** Status 200 and JSON that is not what the endpoint returns (default `{"status":"ok"}`). */
	| { kind: 'notAnEnvelope'; body?: unknown }
	/** An answer that is padded with white space to this many characters (default 64 MiB). */
	| { kind: 'oversizedBody'; characters?: number }
	/** Replaces values of every order or user of the answer, by path (`items.0.price`); undefined removes the field. */
	| { kind: 'wrongTypes'; values?: Record<string, unknown> }
	/** Sets headers of the answer; undefined removes one. */
	| { kind: 'headers'; headers: Record<string, string | undefined> }
	/** Whatever else a test can think of. */
	| { kind: 'rewrite'; rewrite: (response: SandboxResponse) => SandboxResponse };

/** Something that goes wrong with a request. */
export type Fault = { kind: 'delay'; milliseconds: number } | ConnectionFault | AnswerFault;

/** Whether a fault concerns how the answer travels, and not what it says. */
export function isConnectionFault(fault: Fault): fault is ConnectionFault {
	return ['reset', 'hang', 'cutBody', 'slowBody', 'endlessBody'].includes(fault.kind);
}

/** Every kind of fault. */
export const faultKinds = [
	'delay',
	'hang',
	'reset',
	'cutBody',
	'slowBody',
	'invalidJson',
	'html200',
	'redirect',
	'status',
	'tooManyRequests',
	'emptyBody',
	'notAnEnvelope',
	'oversizedBody',
	'endlessBody',
	'wrongTypes',
	'headers',
	'rewrite',
] as const satisfies ReadonlyArray<Fault['kind']>;

/** A request as faults see it. */
export interface FaultSubject {
	method: string;
	/** Path and query as sent. */
	url: string;
	target: RequestTarget;
	body: string | undefined;
}

/** Which requests are meant; what is left out matches all. */
export interface RequestMatch {
	method?: string;
	/** The path without the query, or a pattern for path and query. */
	path?: string | RegExp;
	/** The number of a page as asked for; a request without one asks for page 1. */
	page?: number;
	/** Whether the request says `deleted=true`. */
	deleted?: boolean;
}

/** How often a scheduled fault or action happens. */
export interface Repetition {
	/** How many matching requests it happens to. Default: 1. */
	times?: number;
	/** How many matching requests are let through first. Default: 0. */
	after?: number;
}

/** Decides about every request: a fault, several, or none. `index` counts requests from 0. */
export type FaultSource = (subject: FaultSubject, index: number) => Fault | readonly Fault[] | undefined;

interface Rule<Consequence> {
	match: RequestMatch;
	toSkip: number;
	left: number;
	consequence: Consequence;
}

/** The faults and actions that are waiting for their requests. */
export class Faults {
	private faultRules: Array<Rule<readonly Fault[]>> = [];
	private actionRules: Array<Rule<() => void>> = [];
	private source: FaultSource | undefined;

	/** Puts a fault (or several at once, such as a delay and a reset) on the next matching request or requests. */
	schedule(match: RequestMatch, fault: Fault | readonly Fault[], repetition: Repetition = {}): void {
		this.faultRules.push(rule(match, asList(fault), repetition));
	}

	/** Asks a function about every request that no scheduled fault is meant for; undefined ends it. */
	decideBy(source: FaultSource | undefined): void {
		this.source = source;
	}

	/** Does something just before a matching request is answered, such as a change to the world. */
	before(match: RequestMatch, action: () => void, repetition: Repetition = {}): void {
		this.actionRules.push(rule(match, action, repetition));
	}

	/** Does something to the world just before a page of a sales order list is read. */
	beforePage(page: number, action: () => void, list: Pick<RequestMatch, 'deleted'> & Repetition = {}): void {
		const { deleted, ...repetition } = list;
		const match: RequestMatch = { method: 'GET', path: '/api/v2/salesOrder', page };
		if (deleted !== undefined) match.deleted = deleted;
		this.before(match, action, repetition);
	}

	/** Forgets all faults and actions. */
	clear(): void {
		this.faultRules = [];
		this.actionRules = [];
		this.source = undefined;
	}

	/** Does the actions that are due before this request. For the sandbox itself. */
	act(subject: FaultSubject): void {
		for (const action of taken(this.actionRules, subject, this.actionRules.length)) action();
		this.actionRules = this.actionRules.filter(({ left }) => left > 0);
	}

	/** Takes the faults of this request. For the sandbox itself. */
	take(subject: FaultSubject, index: number): readonly Fault[] {
		const [scheduled] = taken(this.faultRules, subject, 1);
		this.faultRules = this.faultRules.filter(({ left }) => left > 0);
		if (scheduled) return scheduled;
		const decided = this.source?.(subject, index);
		return decided === undefined ? [] : asList(decided);
	}
}

/** Whether a request is meant. */
export function matches(subject: FaultSubject, match: RequestMatch): boolean {
	const { target } = subject;
	if (match.method !== undefined && match.method !== subject.method) return false;
	if (typeof match.path === 'string' && match.path !== target.path) return false;
	if (match.path instanceof RegExp && !match.path.test(subject.url)) return false;
	if (match.page !== undefined && Number(queryValue(target, PAGE) ?? 1) !== match.page) return false;
	return match.deleted === undefined || (queryValue(target, 'deleted') === 'true') === match.deleted;
}

function rule<Consequence>(
	match: RequestMatch,
	consequence: Consequence,
	{ times = 1, after = 0 }: Repetition,
): Rule<Consequence> {
	return { match, consequence, left: times, toSkip: after };
}

function taken<Consequence>(
	rules: ReadonlyArray<Rule<Consequence>>,
	subject: FaultSubject,
	atMost: number,
): Consequence[] {
	const consequences: Consequence[] = [];
	for (const candidate of rules) {
		if (consequences.length === atMost) break;
		if (candidate.left <= 0 || !matches(subject, candidate.match)) continue;
		if (candidate.toSkip > 0) {
			candidate.toSkip--;
			continue;
		}
		candidate.left--;
		consequences.push(candidate.consequence);
	}
	return consequences;
}

function asList(fault: Fault | readonly Fault[]): readonly Fault[] {
	return Array.isArray(fault) ? (fault as readonly Fault[]) : [fault as Fault];
}
