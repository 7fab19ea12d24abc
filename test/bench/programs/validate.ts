/** Checks the pages of a list with the wire schema. */
import { request } from 'undici';
import { parseJson } from '../../../nodes/SalesOrderIntegration/http/json';
import { findOddFields, type WireRecord } from '../../../nodes/SalesOrderIntegration/lists/wire';
import { answerWith, inputOf } from './answer';
import { measure } from './measure';
import type { Served } from './server';

const WARM_UPS = 40;

interface Page {
	pagination: { nextPage: string | null };
	salesOrders: WireRecord[];
}

/** What is checked: the pages as served; or a page made of their first order, of good or of odd records. */
export type Checked = 'served' | 'manyGood' | 'manyEmpty' | 'linesGood' | 'linesOdd';

answerWith(async () => {
	const { served, warmUp, checked } = inputOf<{ served: Served; warmUp: Served; checked: Checked }>();
	const idleBytes = process.memoryUsage.rss();
	const short = await pagesOf(warmUp);
	const pages = pagesToCheck(await pagesOf(served), checked);
	for (let run = 0; run < WARM_UPS; run++) check(short, false);
	return await measure(
		async () => check(pages, checked.endsWith('Empty') || checked.endsWith('Odd')),
		idleBytes,
	);
});

function pagesToCheck(pages: WireRecord[][], checked: Checked): WireRecord[][] {
	const [order = {}] = pages.flat().filter(({ items }) => Array.isArray(items) && items.length > 0);
	const [line = {}] = order.items as WireRecord[];
	const { quantity, price, total } = line;
	const oddLine = { ...line, quantity: String(quantity), price: String(price), total: String(total) };
	const ofTwentyLines = (each: WireRecord) => ({ ...order, items: Array<WireRecord>(20).fill(each) });
	const many: Record<Exclude<Checked, 'served'>, [number, WireRecord]> = {
		manyGood: [100_000, { ...order, items: [] }],
		manyEmpty: [100_000, {}],
		linesGood: [1_000, ofTwentyLines(line)],
		linesOdd: [1_000, ofTwentyLines(oddLine)],
	};
	if (checked === 'served') return pages;
	const [count, record] = many[checked];
	return [Array<WireRecord>(count).fill(record)];
}

function check(pages: WireRecord[][], isOdd: boolean): void {
	for (const orders of pages) {
		const odd = findOddFields('salesOrders', orders);
		if (odd.length > 0 !== isOdd) throw new Error(`Odd fields: ${odd.join(', ')}`);
	}
}

async function pagesOf({ baseUrl, apiToken }: Served): Promise<WireRecord[][]> {
	const pages: WireRecord[][] = [];
	let url: string | null = `${baseUrl}/api/v2/salesOrder`;
	while (url !== null) {
		const { body } = await request(url, { headers: { authorization: `Bearer ${apiToken}` } });
		const page = parseJson(await body.text()) as Page;
		pages.push(page.salesOrders);
		url = page.pagination.nextPage;
	}
	return pages;
}
