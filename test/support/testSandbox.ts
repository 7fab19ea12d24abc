/** An in-process client of the sandbox for its unit tests. */
import { createSandbox, type Sandbox, type SandboxOptions, type SandboxResponse } from '../../sandbox';
import { NOON } from './time';

/** A sandbox with a clock that tests set, and delays that take no real time but move that clock. */
export class TestSandbox {
	/** Milliseconds since 1970. */
	now = NOON;
	readonly sandbox: Sandbox;

	constructor(options: Partial<SandboxOptions> = {}) {
		this.sandbox = createSandbox({
			clock: { now: () => this.now },
			wait: async (milliseconds) => {
				this.now += milliseconds;
			},
			rateLimit: null,
			...options,
		});
	}

	/** A call with the token of a user, by position in `sandbox.users`. */
	async call(
		method: string,
		url: string,
		{ body, user = 0 }: { body?: string; user?: number } = {},
	): Promise<SandboxResponse> {
		return await this.sandbox.handle({
			method,
			url,
			headers: { Authorization: `Bearer ${this.sandbox.users[user]?.apiToken}` },
			...(body === undefined ? {} : { body }),
		});
	}

	/** The parsed body of a GET that must answer 200. */
	async read(url: string, user = 0): Promise<{ pagination: Record<string, unknown>; ids: unknown[] }> {
		const { status, body } = await this.call('GET', url, { user });
		if (status !== 200) throw new Error(`Status ${status}: ${body}`);
		const { pagination, salesOrders } = JSON.parse(body) as {
			pagination: Record<string, unknown>;
			salesOrders: Array<{ id: unknown }>;
		};
		return { pagination, ids: salesOrders.map(({ id }) => id) };
	}
}

/** Path and query of a sales order list. */
export function ordersUrl(parameters: Record<string, string | number | boolean> = {}): string {
	const query = Object.entries(parameters).map(
		([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
	);
	return `/api/v2/salesOrder${query.length > 0 ? '?' : ''}${query.join('&')}`;
}
