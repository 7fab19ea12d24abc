/** The list behind Created By: all users, found by what people type. */
import { searchList, serve, type ServedSandbox } from './support';

let served: ServedSandbox;

describe('The users behind Created By', () => {
	beforeEach(async () => {
		served = await serve({ switches: { pageSize: 4 }, sellers: 36 });
	});

	const search = async (filter?: string) =>
		await searchList('searchUsers', { credential: served.credential(), filter });

	test('gives all users, each once', async () => {
		const { results, paginationToken } = await search();
		expect([results.length, new Set(results.map(({ value }) => value)).size]).toEqual([40, 40]);
		expect(paginationToken).toBeUndefined();
		expect(served.sandbox.log.total).toBe(10);
	});

	test('shows name and username, and hands on the ID as the filter needs it', async () => {
		const { results } = await search();
		const [first] = served.sandbox.users;
		expect(results[0]).toEqual({ name: `${first?.name} · ${first?.username}`, value: String(first?.id) });
	});

	test('finds by part of the name or the username, on whichever page, without regard to case and accents', async () => {
		const { results: users } = await search();
		const accented = users.find(({ name }) => /[áéíóú]/i.test(name));
		const [name = ''] = accented?.name.split(' · ') ?? [];
		const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
		expect(plain.toLowerCase()).not.toBe(name.toLowerCase());
		expect((await search(` ${plain} `)).results).toEqual([accented]);
		const last = users.at(-1);
		expect((await search(last?.name.split(' · ')[1])).results).toEqual([last]);
	});

	test('what nobody is called gives an empty list, and no endless reading', async () => {
		expect((await search('nobody of that name')).results).toEqual([]);
		expect(served.sandbox.log.total).toBe(10);
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
