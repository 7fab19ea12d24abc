/** Hands a long past over through the trigger, poll by poll, and watches the memory of the process. */
import type { IDataObject } from 'n8n-workflow';

import { answerWith, inputOf } from './answer';
import { pollContext } from './engine';
import { forgetPeak, peak } from './measure';
import type { Served } from './server';

/** What a backfill saw. */
export interface BackfillAnswer {
	polls: number;
	/** The most memory held at once in each tenth of the orders, bytes. */
	peaks: number[];
	wallMs: number;
}

const PARTS = 10;
/** So many polls in a row without an order are the end. */
const IDLE_POLLS = 3;

answerWith(async () => {
	const { served, startFrom } = inputOf<{ served: Served; startFrom: string }>();
	const { baseUrl, apiToken, timezone, orders } = served;
	const began = performance.now();
	const peaks: number[] = [];
	let staticData: IDataObject = {};
	let [polls, idle, handedOver] = [0, 0, 0];
	globalThis.gc?.();
	forgetPeak();
	while (idle < IDLE_POLLS && handedOver < orders) {
		const trigger = pollContext({
			credential: { baseUrl, apiToken, timezone },
			parameters: { events: ['created'], options: { startFrom, pauseDuringMaintenance: false } },
			staticData,
		});
		const items = (await trigger.poll())?.[0]?.length ?? 0;
		staticData = trigger.staticData();
		polls++;
		idle = items === 0 ? idle + 1 : 0;
		handedOver += items;
		if (handedOver >= ((peaks.length + 1) * orders) / PARTS) {
			peaks.push(peak());
			forgetPeak();
		}
	}
	if (handedOver !== orders) throw new Error(`${handedOver} orders were handed over instead of ${orders}`);
	const answer: BackfillAnswer = { polls, peaks, wallMs: performance.now() - began };
	return answer;
});
