/** A sandbox over real HTTP, and a client that reads it with undici as the specification says. */
import { request } from 'undici';

import { createSandbox, type RunningSandbox, type SalesOrder, type Sandbox } from '../../../sandbox';

/** api-specification 2.1 */
export interface Pagination {
	totalCount: number;
	totalPages: number;
	currentPage: string;
	nextPage: string | null;
	prevPage: string | null;
	firstPage: string;
	lastPage: string;
}

/** Body of GET /api/v2/salesOrder. */
export interface OrderList {
	pagination: Pagination;
	salesOrders: SalesOrder[];
}

/** The sandbox's time when it starts: noon UTC on a Wednesday. */
export const START = Date.parse('2026-07-15T12:00:00Z');

/** A call; the token is that of the user in Mexico City by default. */
export interface CallOptions {
	method?: 'GET' | 'PUT';
	body?: unknown;
	/** Position of the token's user in `sandbox.users`. */
	user?: number;
}

/** A sandbox with a clock of its own, being served. */
export class ServedSandbox {
	/** Milliseconds since 1970. */
	now = START;
	readonly sandbox: Sandbox;
	private running: RunningSandbox | undefined;

	constructor(orders: number) {
		this.sandbox = createSandbox({
			seed: 20,
			clock: { now: () => this.now },
			orders: { count: orders, days: 20, deletedShare: 0.1 },
		});
	}

	/** Must be called before the first call. */
	async start(): Promise<void> {
		this.running = await this.sandbox.listen();
	}

	async stop(): Promise<void> {
		await this.running?.close();
	}

	get baseUrl(): string {
		if (!this.running) throw new Error('Not started');
		return this.running.baseUrl;
	}

	/** A call as a client of the specification makes it. */
	async call(path: string, options: CallOptions = {}) {
		const response = await request(new URL(path, this.baseUrl), {
			method: options.method ?? 'GET',
			headers: {
				authorization: `Bearer ${this.sandbox.users[options.user ?? 0]?.apiToken}`,
				'content-type': 'application/json',
			},
			...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
		});
		return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
	}

	/** One page of a sales order list. */
	async list(path: string, user = 0): Promise<OrderList> {
		const { status, text } = await this.call(path, { user });
		if (status !== 200) throw new Error(`Status ${status}: ${text}`);
		return JSON.parse(text) as OrderList;
	}

	/** All pages, following nextPage. */
	async everyPage(path: string, user = 0): Promise<OrderList[]> {
		const pages: OrderList[] = [];
		for (let next: string | null = path; next !== null; next = pages.at(-1)?.pagination.nextPage ?? null) {
			pages.push(await this.list(next, user));
		}
		return pages;
	}

	/** The orders of all pages; the query begins with `?`. */
	async everyOrder(query = '', user = 0): Promise<SalesOrder[]> {
		const pages = await this.everyPage(`/api/v2/salesOrder${query}`, user);
		return pages.flatMap(({ salesOrders }) => salesOrders);
	}
}

/** The query of a window, percent-encoded as the specification asks. */
export function windowQuery(start: string, end: string): string {
	return `?start=${encodeURIComponent(start)}&end=${encodeURIComponent(end)}`;
}
