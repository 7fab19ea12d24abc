/** The list behind Created By: page by page, found by what people type, and no foreign link is followed. */
import { PAGE, createSandbox } from '../../sandbox';
import { searchList, serve, type ServedSandbox } from './support';

let served: ServedSandbox;

describe('The users behind Created By', () => {
	beforeEach(async () => {
		served = await serve({ switches: { pageSize: 4 }, sellers: 36 });
	});

	const search = async (filter?: string, paginationToken?: string) =>
		await searchList('searchUsers', { credential: served.credential(), filter, paginationToken });

	test('gives the users in pieces, each once', async () => {
		const values: Array<string | number | boolean> = [];
		let token: string | undefined;
		let pages = 0;
		do {
			const { results, paginationToken } = await search(undefined, token);
			values.push(...results.map(({ value }) => value));
			token = paginationToken as string | undefined;
			pages++;
		} while (token !== undefined);
		expect([pages, values.length, new Set(values).size]).toEqual([2, 40, 40]);
		expect(served.sandbox.log.total).toBe(10);
	});

	test('shows name and username, and hands on the ID as the filter needs it', async () => {
		const { results } = await search();
		const [first] = served.sandbox.users;
		expect(results[0]).toEqual({ name: `${first?.name} · ${first?.username}`, value: String(first?.id) });
	});

	test('finds by part of the name or the username, on whichever page, without regard to case and accents', async () => {
		const users = await searchAll();
		const accented = users.find(({ name }) => /[áéíóú]/i.test(name));
		const [name = ''] = accented?.name.split(' · ') ?? [];
		const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
		expect(plain.toLowerCase()).not.toBe(name.toLowerCase());
		expect((await search(` ${plain} `)).results).toEqual([accented]);
		const last = users.at(-1);
		expect((await search(last?.name.split(' · ')[1])).results).toEqual([last]);
	});

	async function searchAll() {
		const { pageSize } = served.sandbox.switches;
		served.sandbox.switches.pageSize = 100;
		const { results } = await search();
		served.sandbox.switches.pageSize = pageSize;
		return results;
	}

	test('what nobody is called gives an empty list, and no endless reading', async () => {
		expect((await search('nobody of that name')).results).toEqual([]);
		expect(served.sandbox.log.total).toBe(10);
	});

	test('an account with very many users is searched in pieces', async () => {
		served.sandbox.switches.pageSize = 1;
		const { results, paginationToken } = await search('nobody of that name');
		expect(results).toEqual([]);
		expect(paginationToken).toContain(`${PAGE}=11`);
		expect(served.sandbox.log.total).toBe(10);
	});

	test('a forged token that leads to another host is refused, and the API token does not go there', async () => {
		const other = createSandbox({ seed: 5 });
		const running = await other.listen();
		try {
			for (const link of [`${running.baseUrl}/api/v2/user?${PAGE}=2`, '//elsewhere.invalid/api/v2/user']) {
				await expect(search(undefined, link)).rejects.toThrow(
					'The next page of the list is at another address',
				);
			}
			expect(other.log.total).toBe(0);
			expect(served.sandbox.log.total).toBe(0);
		} finally {
			await running.close();
		}
	});

	test('a user who is disabled can be chosen, and is shown as such', async () => {
		const values = { enabled: false };
		served.sandbox.faults.schedule({}, { kind: 'wrongTypes', values });
		expect((await search()).results[0]?.name).toMatch(/ · .* \(disabled\)$/);
	});

	test('a user without a name or username is shown by the ID', async () => {
		served.sandbox.switches.pageSize = 100;
		const values = { name: undefined, username: null, enabled: true };
		served.sandbox.faults.schedule({}, { kind: 'wrongTypes', values });
		const { results } = await search();
		expect(results.map(({ name }) => name)).toEqual(results.map(({ value }) => value));
	});
});
