/** A client of the package that talks to sandboxes in process: no sockets, no n8n, simulated time. */
import type { Transport } from '../../nodes/SalesOrderIntegration/http/call';
import type { Client } from '../../nodes/SalesOrderIntegration/http/client';
import { readConnection } from '../../nodes/SalesOrderIntegration/http/connection';
import { Hints } from '../../nodes/SalesOrderIntegration/errors/hints';
import type { Timing } from '../../nodes/SalesOrderIntegration/http/timing';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

/** Where the sandbox seems to be. */
export const BASE_URL = 'https://service.example';

/** How the client differs from the plainest one. */
export interface SandboxClientOptions {
	/** Position of the token's user in `sandbox.users`. */
	user?: number;
	/** Default: {@link BASE_URL}. Its origin is the sandbox's. */
	baseUrl?: string;
	/** Default: that of the token's user. */
	timezone?: string;
	serverDateParameter?: string;
	signal?: AbortSignal;
	deadline?: number;
	/** Further sandboxes, by origin, to see what reaches them. */
	others?: Record<string, Sandbox>;
}

/** A sandbox whose time is the simulated one. */
export function simulatedSandbox(timing: Timing, options: Partial<SandboxOptions> = {}): Sandbox {
	return createSandbox({ clock: timing, wait: timing.sleep, ...options });
}

/** A client with the token of one of the sandbox's users. */
export function clientOf(sandbox: Sandbox, timing: Timing, options: SandboxClientOptions = {}): Client {
	const { user = 0, baseUrl = BASE_URL, signal, deadline, others = {} } = options;
	const { apiToken = '', timezone } = sandbox.users[user] ?? {};
	return {
		connection: readConnection({ ...options, baseUrl, apiToken, timezone: options.timezone ?? timezone }),
		transport: inProcessTransport({ ...others, [new URL(baseUrl).origin]: sandbox }, apiToken),
		timing,
		hints: new Hints(),
		signal,
		deadline,
		clock: {},
	};
}

/** Sends requests to the sandbox of their origin, as n8n's HTTP helper would send them over the network. */
export function inProcessTransport(sandboxes: Record<string, Sandbox>, apiToken: string): Transport {
	return async ({ method, url, body }, signal) => {
		const { origin, protocol, host } = new URL(url);
		const sandbox = sandboxes[origin];
		if (!sandbox) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
		const response = await sandbox.handle({
			method,
			url: url.slice(origin.length),
			headers: {
				host,
				'x-forwarded-proto': protocol.slice(0, -1),
				authorization: `Bearer ${apiToken}`,
				'content-type': 'application/json',
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			signal,
		});
		const headers = Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]);
		return { status: response.status, headers: Object.fromEntries(headers), body: response.body };
	};
}
