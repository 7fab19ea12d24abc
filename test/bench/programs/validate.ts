/** Checks the pages of a list with the wire schema, with whichever zod it was bundled with. */
import { request } from 'undici';

import { parseJson } from '../../../nodes/SalesOrderIntegration/http/json';
import { findOddFields } from '../../../nodes/SalesOrderIntegration/lists/wire';
import type { WireRecord } from '../../../nodes/SalesOrderIntegration/lists/wire';
import { answerWith, inputOf } from './answer';
import { measure } from './measure';
import type { Served } from './server';

const WARM_UPS = 40;

interface Page {
	pagination: { nextPage: string | null };
	salesOrders: WireRecord[];
}

answerWith(async () => {
	const { served, warmUp } = inputOf<{ served: Served; warmUp: Served }>();
	const idleBytes = process.memoryUsage.rss();
	const short = await pagesOf(warmUp);
	const pages = await pagesOf(served);
	for (let run = 0; run < WARM_UPS; run++) check(short);
	return await measure(async () => check(pages), idleBytes);
});

function check(pages: WireRecord[][]): void {
	for (const orders of pages) {
		const odd = findOddFields('salesOrders', orders);
		if (odd.length > 0) throw new Error(`Odd fields: ${odd.join(', ')}`);
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
