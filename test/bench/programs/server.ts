/** The sandbox in a process of its own, once for each number of orders that is asked for. */
import { createSandbox } from '../../../sandbox';
import { inputOf } from './answer';

/** What is to be served. */
export interface ServerInput {
	/** Orders of each sandbox, all of them created, none deleted. */
	orders: number[];
}

/** One sandbox, ready. */
export interface Served {
	orders: number;
	baseUrl: string;
	apiToken: string;
	timezone: string;
}

async function serve({ orders }: ServerInput): Promise<void> {
	const served = orders.map(async (number): Promise<Served> => {
		const sandbox = createSandbox({
			seed: 6,
			orders: { count: number, days: 30, deletedShare: 0 },
			lines: { minimum: 5, maximum: 5 },
			switches: { pageSize: 100 },
			rateLimit: null,
			maximumLogEntries: 1,
		});
		const { baseUrl } = await sandbox.listen();
		const { apiToken = '', timezone = '' } = sandbox.users[0] ?? {};
		return { orders: number, baseUrl, apiToken, timezone };
	});
	process.on('disconnect', () => process.exit());
	process.send?.(await Promise.all(served));
}

void serve(inputOf<ServerInput>());
