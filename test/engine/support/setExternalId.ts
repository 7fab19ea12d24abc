/** What tests of Set External ID share. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { serve, type ServedSandbox } from './service';
import type { NodeOutcome, NodeRun } from './workflow';

/** What a run may have beside its parameters and its input. */
type Options = Pick<Partial<NodeRun>, 'isListed' | 'continueOnFail'>;

/** A service with twelve orders, a new one for each test of the file, and what sets their external IDs. */
export function settingExternalIds() {
	const served = {} as ServedSandbox;
	beforeEach(async () => {
		Object.assign(served, await serve({ orders: { count: 12, deletedShare: 0 } }));
	});
	const operation = { resource: 'salesOrder', operation: 'setExternalId' };
	const set = async (
		parameters: INodeParameters,
		input?: IDataObject[],
		more?: Options,
	): Promise<NodeOutcome> => await served.run({ ...operation, ...parameters }, { ...more, input });
	return { served, set };
}
