/** Checks a page of orders with the wire schema. */
import { findOddFields, type WireRecord } from '../../../nodes/SalesOrderIntegration/lists/wire';
import { createSandbox } from '../../../sandbox';
import { answerWith, inputOf } from './answer';
import { measure } from './measure';

/** As many pages as n8n has read after some hours: compiled checks become fast by use. */
const WARM_UPS = 400;

/** A page of one order many times, good or odd. */
export type Checked = 'manyGood' | 'manyEmpty' | 'linesGood' | 'linesOdd';

answerWith(async () => {
	const { checked } = inputOf<{ checked: Checked }>();
	const idleBytes = process.memoryUsage.rss();
	const { world } = createSandbox();
	const order = JSON.parse(JSON.stringify(world.find(world.add()))) as WireRecord;
	const [line = {}] = order.items as WireRecord[];
	const { quantity, price, total } = line;
	const oddLine = { ...line, quantity: String(quantity), price: String(price), total: String(total) };
	const ofTwentyLines = (each: WireRecord) => ({ ...order, items: Array<WireRecord>(20).fill(each) });
	const many: Record<Checked, [number, WireRecord]> = {
		manyGood: [100_000, { ...order, items: [] }],
		manyEmpty: [100_000, {}],
		linesGood: [1_000, ofTwentyLines(line)],
		linesOdd: [1_000, ofTwentyLines(oddLine)],
	};
	const [count, record] = many[checked];
	const isOdd = checked.endsWith('Empty') || checked.endsWith('Odd');
	for (let run = 0; run < WARM_UPS; run++) check(Array<WireRecord>(200).fill(record), isOdd);
	const page = Array<WireRecord>(count).fill(record);
	return await measure(async () => check(page, isOdd), idleBytes);
});

function check(orders: WireRecord[], isOdd: boolean): void {
	const odd = findOddFields('salesOrders', orders);
	if (odd.length > 0 !== isOdd) throw new Error(`Odd fields: ${odd.join(', ')}`);
}
