/** A real n8n keeps to itself and goes on after a kill. What its users do with it, the other tests of this folder do. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { request } from 'undici';

import { defaultN8nVersion, type Host, parseN8nVersion, prepareHost, startHost } from '../../host';
import { eventually, groupIsThere, listeningAddresses } from './processes';
import { chain, node } from '../../host/workflowParts';

/** Which n8n; the newest known one unless the environment says otherwise. */
const versionUnderTest = parseN8nVersion(process.env.N8N_VERSION_UNDER_TEST ?? defaultN8nVersion);

let folder: string;
let guardFile: string;
let host: Host;

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'host-test-'));
	guardFile = path.join(folder, 'outbound');
	await writeFile(guardFile, '');
	host = await startHost({
		installation: await prepareHost({ version: versionUnderTest }),
		env: {
			NODE_OPTIONS: `--require ${path.join(__dirname, 'outboundGuard.js')}`,
			OUTBOUND_GUARD_FILE: guardFile,
		},
	});
}, 900_000);

afterAll(async () => {
	await host?.stop();
	await rm(folder, { recursive: true, force: true });
}, 60_000);

const start = node('n8n-nodes-base.manualTrigger', 'Start');

test('it has the version that was asked for, and an owner who can sign in', async () => {
	const { email, password } = host.owner;
	const signIn = await request(`${host.url}/rest/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ emailOrLdapLoginId: email, password }),
	});
	expect(signIn.statusCode).toBe(200);
	await signIn.body.dump();
	const settings = await host.request<{ versionCli: string }>('GET', '/settings');
	expect(settings.versionCli).toBe(versionUnderTest);
});

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux('it listens on the loopback interface only', () => {
	const addresses = listeningAddresses(host.pid).map((address) => address.split(':')[0]);
	// 127.0.0.1 as the kernel writes it.
	expect(new Set(addresses)).toEqual(new Set(['0100007F']));
});

test('it goes on after a kill and after an orderly restart, at the same address', async () => {
	const { url, pid } = host;
	const { id } = await host.createWorkflow(chain('Stays', start, node('n8n-nodes-base.noOp', 'End')));
	await host.kill();
	expect(host.isRunning).toBe(false);
	await eventually('the process group is gone', () => !groupIsThere(pid));
	await host.restart();
	expect(host.url).toBe(url);
	await expect(host.runWorkflow(id)).resolves.toMatchObject({ status: 'success' });
	await host.restart();
	expect(host.url).toBe(url);
	await expect(host.workflow(id)).resolves.toMatchObject({ name: 'Stays' });
}, 180_000);

test('it has called nobody outside of this machine, as far as a guard inside of it sees', async () => {
	await expect(readFile(guardFile, 'utf8')).resolves.toBe('');
	const call = node('n8n-nodes-base.httpRequest', 'Call', { url: 'http://seen.invalid/' }, 4.2);
	const { id } = await host.createWorkflow(chain('Calls out', start, call));
	await expect(host.runWorkflow(id)).resolves.toMatchObject({ status: 'error' });
	await expect(readFile(guardFile, 'utf8')).resolves.toContain('lookup seen.invalid');
}, 60_000);
