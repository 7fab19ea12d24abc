/** What the sandbox was asked, for tests to read. */
import type { SandboxRequest } from './request';

/** One request and what became of it. */
export interface RequestLogEntry {
	/** Number of the request since the sandbox was made, from 0. */
	index: number;
	/** Arrival and end, in milliseconds since 1970 by the sandbox's clock. */
	time: number;
	finished?: number;
	method: string;
	/** Path and query as sent. */
	path: string;
	headers: Readonly<Record<string, string | undefined>>;
	body: string | undefined;
	/** Undefined while it is under way, and when the connection was broken without an answer. */
	status?: number;
	/** Other requests that were under way when it arrived. */
	overlapping: number;
	/** Kinds of the faults that were put on it. */
	faults: readonly string[];
}

/** The newest requests, up to a bound. */
export class RequestLog {
	/** Number of requests since the sandbox was made, also of those that are no longer kept. */
	total = 0;
	/** Requests under way. */
	inFlight = 0;
	private kept: RequestLogEntry[] = [];

	constructor(private readonly maximumEntries: number) {}

	/** The requests since the last clear, oldest first, at most as many as the bound. */
	get entries(): readonly RequestLogEntry[] {
		return [...this.kept];
	}

	/** Forgets the kept requests. */
	clear(): void {
		this.kept = [];
	}

	/** Notes the arrival of a request. */
	begin(request: SandboxRequest, time: number): RequestLogEntry {
		const entry: RequestLogEntry = {
			index: this.total++,
			time,
			method: request.method,
			path: request.url,
			headers: { ...request.headers },
			body: request.body,
			overlapping: this.inFlight++,
			faults: [],
		};
		this.kept.push(entry);
		if (this.kept.length > this.maximumEntries) this.kept.shift();
		return entry;
	}

	/** Notes the end of a request. */
	end(entry: RequestLogEntry, time: number): void {
		if (entry.finished !== undefined) return;
		entry.finished = time;
		this.inFlight--;
	}
}
