/** The sandbox on the wire, and its command. How connections break and hang there: the tests of errors in n8n's engine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { request } from 'undici';
import { eventually } from '../../support/eventually';
import { createSandbox, type RunningSandbox, type Sandbox } from '../../../sandbox';

const ROOT = path.resolve(__dirname, '../../..');
let sandbox: Sandbox;
let running: RunningSandbox;

beforeEach(async () => {
	sandbox = createSandbox({ seed: 3, orders: { count: 120 } });
	running = await sandbox.listen();
});
afterEach(async () => await running.close());

type Options = { signal?: AbortSignal; method?: 'PUT'; body?: string };

async function open(url = '/api/v2/salesOrder', options: Options = {}) {
	const headers = { authorization: `Bearer ${sandbox.users[0]?.apiToken}` };
	return await request(new URL(url, running.baseUrl), { headers, ...options });
}

async function read(url?: string, options?: Options) {
	const response = await open(url, options);
	return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

test('what goes over the wire is what handle answers, byte for byte', async () => {
	const url = '/api/v2/salesOrder?start=01%2F01%2F2020%2000%3A00%3A00&x=%c3%b1';
	const { status, headers, text } = await read(url);
	const inProcess = await sandbox.handle({
		method: 'GET',
		url,
		headers: { authorization: `Bearer ${sandbox.users[0]?.apiToken}`, host: new URL(running.baseUrl).host },
	});
	expect([status, text]).toEqual([inProcess.status, inProcess.body]);
	expect(headers['content-type']).toBe(inProcess.headers['Content-Type']);
	expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
	expect(sandbox.log.entries[0]?.path).toBe(url);
});

test('odd addresses and bodies reach the service as they were sent', async () => {
	expect((await read('/api/v2/salesOrder?start=%zz')).status).toBe(400);
	expect((await read('/%zz')).status).toBe(404);
	expect(
		(await read('/api/v2/salesOrder/1001', { method: 'PUT', body: '{"externalId":"wire"}' })).status,
	).toBe(200);
	expect(sandbox.world.find(1001)?.externalId).toBe('wire');
});

test('closing ends hanging connections too', async () => {
	sandbox.faults.schedule({}, { kind: 'hang' });
	const hanging = read();
	hanging.catch(() => undefined);
	await eventually('the request arrives', () => sandbox.log.inFlight === 1);
	await running.close();
	await expect(hanging).rejects.toThrow();
	running = await sandbox.listen();
});

const signals = ['SIGINT', 'SIGTERM'] as const;
test.each(signals)('npm run sandbox prints how to reach it and ends cleanly on %s', async (signal) => {
	const child = spawn(
		process.execPath,
		'--import tsx sandbox/main.ts --port 0 --orders 30 --live-rate 3600'.split(' '),
		{ cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const exited = once(child, 'exit');
	try {
		let text = '';
		child.stdout.on('data', (chunk) => (text += String(chunk)));
		await eventually('all is printed', () => text.includes('Ctrl+C'));
		const [, baseUrl = '', created, deleted] = /: (http.*)\nOrders: (\d+), and (\d+)/.exec(text) ?? [];
		const [, token = ''] = /'America\/Mexico_City' *│ '([^']+)'/.exec(text) ?? [];
		expect(Number(created) + Number(deleted)).toBe(30);
		const headers = { authorization: `Bearer ${token}` };
		const { statusCode, body } = await request(`${baseUrl}/api/v2/salesOrder`, { headers });
		await body.dump();
		expect(statusCode).toBe(200);
	} finally {
		child.kill(signal);
	}
	expect(await exited).toEqual([0, null]);
});
