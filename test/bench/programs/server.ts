/** The sandbox in a process of its own, once for each number of orders that is asked for. */
import { createSandbox } from '../../../sandbox';
import { inputOf } from './answer';

/** What is to be served. */
export interface ServerInput {
	/** Orders of each sandbox, all of them created, none deleted. */
	orders: number[];
	/** Requests per minute of the service's clock; none without. */
	rateLimit?: number;
	/** How many times faster the service's clock runs than ours. Default: 1. */
	speed?: number;
	/** Days over which the orders arrived. */
	days?: number;
}

/** One sandbox, ready. */
export interface Served {
	orders: number;
	baseUrl: string;
	apiToken: string;
	timezone: string;
	firstOrderId: number;
	/** When the clocks, if they run fast, were the same: epoch milliseconds. */
	clockStart: number;
}

/** How many requests each sandbox got since the last question, by status. */
export type Requests = Array<Record<number, number>>;

const FIRST_ORDER_ID = 1001;

async function serve({ orders, rateLimit, speed = 1, days = 30 }: ServerInput): Promise<void> {
	const clockStart = Date.now();
	const now = () => clockStart + (Date.now() - clockStart) * speed;
	const running = await Promise.all(
		orders.map(async (number) => {
			const sandbox = createSandbox({
				seed: 6,
				clock: { now },
				orders: { count: number, days, until: clockStart, deletedShare: 0 },
				lines: { minimum: 5, maximum: 5 },
				firstOrderId: FIRST_ORDER_ID,
				switches: { pageSize: 100 },
				rateLimit: rateLimit === undefined ? null : { limit: rateLimit, periodMs: 60_000 },
			});
			const { baseUrl } = await sandbox.listen();
			const { apiToken = '', timezone = '' } = sandbox.users[0] ?? {};
			const served = {
				orders: number,
				baseUrl,
				apiToken,
				timezone,
				firstOrderId: FIRST_ORDER_ID,
				clockStart,
			};
			return { sandbox, served };
		}),
	);
	process.on('message', () => {
		const requests: Requests = running.map(({ sandbox }) => {
			const byStatus: Record<number, number> = {};
			for (const { status = 0 } of sandbox.log.entries) byStatus[status] = (byStatus[status] ?? 0) + 1;
			sandbox.log.clear();
			return byStatus;
		});
		process.send?.(requests);
	});
	process.on('disconnect', () => process.exit());
	process.send?.(running.map(({ served }) => served));
}

void serve(inputOf<ServerInput>());
