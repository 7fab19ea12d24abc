/** Lists of orders that the service sends otherwise, where no switch of the sandbox says how. */
import type { RequestMatch, Repetition, Sandbox } from '../../sandbox';

/** A page of orders, to be changed in place. */
export interface ListBody {
	pagination: Record<string, unknown>;
	salesOrders: unknown[];
}

/** The service counts an order more than it has. */
export function countOneMore({ pagination }: ListBody): void {
	pagination.totalCount = Number(pagination.totalCount) + 1;
}

/** From now on each matching response is changed, or so many of them; by default those of the list without `deleted`. */
export function rewriteLists(
	{ sandbox }: { sandbox: Sandbox },
	change: (list: ListBody) => void,
	{ times = Infinity, ...match }: RequestMatch & Repetition = { deleted: false },
): void {
	const rewrite = (response: { body: string; status: number; headers: Record<string, string> }) => {
		if (response.status !== 200) return response;
		const list = JSON.parse(response.body) as ListBody;
		change(list);
		return { ...response, body: JSON.stringify(list) };
	};
	sandbox.faults.schedule(match, { kind: 'rewrite', rewrite }, { times });
}
