/** What an operation tells of the windows that it has read: once for all input items. */
import { checkTimeZone } from '../../../nodes/SalesOrderIntegration/lists/checkTimeZone';
import { windowHints } from '../../../nodes/SalesOrderIntegration/operations/operation';
import { clientFixture } from '../../support/clientFixture';
import { HOUR, NOON } from '../../support/time';

jest.mock('../../../nodes/SalesOrderIntegration/lists/checkTimeZone', () => {
	const actual = jest.requireActual<{ checkTimeZone: typeof checkTimeZone }>(
		'../../../nodes/SalesOrderIntegration/lists/checkTimeZone',
	);
	return { checkTimeZone: jest.fn(actual.checkTimeZone) };
});
const zoneCheck = jest.mocked(checkTimeZone);

test('of several lists that a service ends, the earliest end is told, and none that lies behind its window', async () => {
	const { client } = clientFixture();
	const note = windowHints(client);
	await note({ refusedFrom: NOON }, { from: 0, to: NOON - HOUR });
	expect(client.hints.list()).toEqual([]);
	for (const later of [1, 2, 0]) await note({ refusedFrom: NOON + later * HOUR }, { from: 0, to: Infinity });
	expect(client.hints.list()).toMatchObject([{ message: expect.stringContaining('T12:00:00') as unknown }]);
});

test('a time zone that is proven stays so, whatever another list leaves in doubt', async () => {
	const { client } = clientFixture();
	zoneCheck.mockResolvedValueOnce('It is Europe/Madrid.');
	const note = windowHints(client);
	await note({ zoneDoubt: { kind: 'empty' } }, { from: 0, to: NOON });
	await note({ zoneDoubt: { kind: 'stray', at: 0 } }, { from: 0, to: HOUR });
	expect(client.hints.list()).toMatchObject([
		{ kind: 'timezone', message: expect.stringMatching(/lack orders.* It is Europe\/Madrid\.$/) as unknown },
	]);
});

test('no list fails because the rate limit ends the check of its time zone', async () => {
	const { client, sandbox } = clientFixture();
	sandbox.faults.schedule({}, { kind: 'tooManyRequests' }, { times: Infinity });
	await windowHints(client)({ zoneDoubt: { kind: 'empty', at: NOON } }, { from: 0, to: NOON });
	expect(client.hints.list()).toEqual([{ kind: 'rateLimit', message: expect.any(String) as unknown }]);
});
