/** A service in simulated time, and a trigger that is polled by hand. */
import type { IDataObject, INodeExecutionData, NodeApiError } from 'n8n-workflow';
import type { SandboxOptions } from '../../../sandbox';
import { pollContext, type PollOptions } from './poll';
import { serveInSimulatedTime } from './service';

const defaults = { events: ['created', 'deleted'], output: 'simplified', options: {} };

/** A service in simulated time, and a trigger whose static data is carried from poll to poll as a plain n8n does. */
export async function serveTrigger(sandboxOptions: Partial<SandboxOptions> = {}) {
	const served = await serveInSimulatedTime(sandboxOptions);
	let staticData: IDataObject = {};
	const contextOf = (options: Partial<PollOptions> = {}) => {
		const parameters = { ...defaults, ...options.parameters };
		return pollContext({ credential: served.credential(), staticData, ...options, parameters });
	};
	/** One poll; static data is saved whether or not anything was emitted. */
	const poll = async (options: Partial<PollOptions> = {}) => {
		const trigger = contextOf(options);
		try {
			return rows(await trigger.poll());
		} finally {
			staticData = trigger.staticData();
		}
	};
	const add = (order = {}) => Number(served.sandbox.world.add(order));
	return { ...served, poll, contextOf, add, staticData: () => staticData };
}

/** What a poll handed over, as JSON. */
export function rows(result: INodeExecutionData[][] | null): IDataObject[] {
	if (result === null) return [];
	expect(result).toHaveLength(1);
	expect(result[0]?.length).toBeGreaterThan(0);
	return (result[0] ?? []).map(({ json }) => json);
}

/** The error that a poll ends with. Throws if it succeeds. */
export async function errorOf(poll: Promise<unknown>): Promise<NodeApiError> {
	return await poll.then(
		() => {
			throw new Error('The poll succeeded');
		},
		(error: NodeApiError) => error,
	);
}
