/** Lists orders with nothing but undici over one connection, and JSON.parse: less than this it cannot cost. */
import { Agent, request } from 'undici';

import { measureListing } from './listing';

interface Page {
	pagination: { nextPage: string | null };
	salesOrders: Array<{ items: unknown[] }>;
}

const dispatcher = new Agent({ connections: 1 });

measureListing(async ({ output }, { baseUrl, apiToken }) => {
	const headers = { authorization: `Bearer ${apiToken}` };
	const orders: Page['salesOrders'] = [];
	let url: string | null = `${baseUrl}/api/v2/salesOrder`;
	while (url !== null) {
		const { statusCode, body } = await request(url, { dispatcher, headers });
		if (statusCode !== 200) throw new Error(`Status ${statusCode}`);
		const page = JSON.parse(await body.text()) as Page;
		orders.push(...page.salesOrders);
		url = page.pagination.nextPage;
	}
	return output === 'items' ? orders.flatMap(({ items }) => items).length : orders.length;
});
