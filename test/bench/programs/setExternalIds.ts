/** Sets external IDs with this package's node, one call for each, on a clock that may run faster than the real one. */
import { setTimeout as sleep } from 'node:timers/promises';

import { systemTiming } from '../../../nodes/SalesOrderIntegration/http/nodeClient';
import { answerWith, inputOf } from './answer';
import { inARow, makeNode, nodeTypeNames, runWorkflow, START } from './engine';
import type { Served } from './server';

/** Which orders. */
export interface SetExternalIdsInput {
	served: Served;
	/** Position of the first order, and the number of orders. */
	first: number;
	calls: number;
	/** See ServerInput. */
	speed: number;
}

const SET = 'Set External ID';

const { served, first, calls, speed } = inputOf<SetExternalIdsInput>();
const { baseUrl, apiToken, timezone, clockStart, firstOrderId } = served;

/** The longest that a timer of Node can wait. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

Object.assign(systemTiming, {
	now: () => clockStart + (Date.now() - clockStart) * speed,
	sleep: async (ms: number, signal?: AbortSignal) =>
		await sleep(Math.min(ms / speed, LONGEST_WAIT_MS), undefined, { signal }),
});

process.once('message', () =>
	answerWith(async () => {
		const began = performance.now();
		const ids = Array.from({ length: calls }, (_, position) => firstOrderId + first + position);
		const { run, node } = await runWorkflow({
			nodes: [
				makeNode(START, nodeTypeNames.start),
				makeNode(SET, nodeTypeNames.node, {
					resource: 'salesOrder',
					operation: 'setExternalId',
					orderId: '={{ $json.id }}',
					externalId: '=ERP-{{ $json.id }}',
				}),
			],
			connections: inARow(START, SET),
			pinData: { [START]: ids.map((id) => ({ json: { id } })) },
			credential: { baseUrl, apiToken, timezone },
		});
		if (run.data.resultData.error) throw run.data.resultData.error;
		const updated = (node(SET)?.items ?? []).filter(({ json }) => json.updated === true).length;
		if (updated !== calls) throw new Error(`${updated} external IDs were set instead of ${calls}`);
		return performance.now() - began;
	}),
);
process.send?.('ready');
