/** A real n8n starts, loads a community package, runs workflows, survives a kill, and leaves nothing behind. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { INode } from 'n8n-workflow';
import { request } from 'undici';

import {
	defaultN8nVersion,
	enginesOf,
	errorMessage,
	type Host,
	type HostInstallation,
	HostRequestError,
	outputItems,
	outputRows,
	packPackage,
	parseN8nVersion,
	prepareHost,
	startHost,
	withCredential,
} from '../../host';
import { probePackageName, writeProbePackage } from './probePackage';
import { eventually, groupIsThere, listeningAddresses } from './processes';
import { chain, node } from './support/workflows';

/** Which n8n; the newest known one unless the environment says otherwise. */
const versionUnderTest = parseN8nVersion(process.env.N8N_VERSION_UNDER_TEST ?? defaultN8nVersion);
const minute = 60_000;
// The first preparation installs n8n.
const preparationTimeoutMs = 15 * minute;
jest.setTimeout(3 * minute);

let folder: string;
let guardFile: string;
let installation: HostInstallation;
let host: Host;

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'host-test-'));
	guardFile = path.join(folder, 'outbound');
	await writeFile(guardFile, '');
	installation = await prepareHost({ version: versionUnderTest });
	await writeProbePackage(path.join(folder, 'probe'));
	host = await startHost({
		installation,
		tarball: await packPackage(path.join(folder, 'probe'), folder),
		env: {
			NODE_OPTIONS: `--require ${path.join(__dirname, 'outboundGuard.js')}`,
			OUTBOUND_GUARD_FILE: guardFile,
		},
	});
}, preparationTimeoutMs);

afterAll(async () => {
	await host?.stop();
	await rm(folder, { recursive: true, force: true });
});

const start = node('n8n-nodes-base.manualTrigger', 'Start');
const probe = (parameters: INode['parameters'] = {}) =>
	node(`${probePackageName}.hostProbe`, 'Probe', parameters);
const code = (jsCode: string) => node('n8n-nodes-base.code', 'Code', { jsCode }, 2);
const patient = code('await new Promise((resolve) => setTimeout(resolve, 100000)); return []');
const everyMinute = { pollTimes: { item: [{ mode: 'everyMinute' }] } };
const trigger = (parameters: INode['parameters'] = {}) =>
	node(`${probePackageName}.hostProbeTrigger`, 'Trigger', { ...everyMinute, ...parameters });

describe('a started n8n', () => {
	it('has the version that was asked for, an owner who can sign in, and the editor', async () => {
		const { email, password } = host.owner;
		const signIn = await request(`${host.url}/rest/login`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ emailOrLdapLoginId: email, password }),
		});
		expect(signIn.statusCode).toBe(200);
		await signIn.body.dump();
		const editor = await request(`${host.url}/`, { headers: { accept: 'text/html' } });
		expect(await editor.body.text()).toMatch(/<!doctype html>.*n8n/is);
		const settings = await host.request<{ versionCli: string }>('GET', '/settings');
		expect(settings.versionCli).toBe(installation.version);
	});

	const onLinux = process.platform === 'linux' ? it : it.skip;
	onLinux('listens on the loopback interface only', () => {
		const addresses = listeningAddresses(host.pid).map((address) => address.split(':')[0]);
		expect(addresses.length).toBeGreaterThanOrEqual(1);
		// 127.0.0.1 as the kernel writes it.
		expect(new Set(addresses)).toEqual(new Set(['0100007F']));
	});

	it('refuses what it refuses with its own words', async () => {
		const refused = host.request('POST', '/workflows/no-such-workflow/activate', { versionId: 'none' });
		await expect(refused).rejects.toThrow(HostRequestError);
		await expect(refused).rejects.toMatchObject({
			status: 404,
			path: '/rest/workflows/no-such-workflow/activate',
		});
	});
});

describe('a community package', () => {
	it('is loaded with its nodes and its credential', async () => {
		const names = (await host.nodeTypes()).map(({ name }) => name);
		expect(names).toContain(`${probePackageName}.hostProbe`);
		expect(names).toContain(`${probePackageName}.hostProbeTrigger`);
		expect((await host.credentialTypes()).map(({ name }) => name)).toContain('hostProbeApi');
	});

	it('runs in a workflow, and what comes out of it can be read', async () => {
		const workflow = chain(
			'Rows',
			start,
			code('return [{json: {n: 1}}, {json: {n: "ñ", deep: {a: [1, null]}}}]'),
			probe(),
		);
		const { id } = await host.createWorkflow(workflow);
		const execution = await host.runWorkflow(id);
		expect(execution).toMatchObject({ status: 'success', workflowId: id, mode: 'manual' });
		expect(outputRows(execution, 'Probe')).toEqual([
			{ n: 1, probed: true },
			{ n: 'ñ', deep: { a: [1, null] }, probed: true },
		]);
		expect(outputItems(execution, 'Probe').map(({ pairedItem }) => pairedItem)).toEqual([0, 1]);
		expect(errorMessage(execution)).toBeUndefined();
		await expect(host.executions(id)).resolves.toMatchObject([{ id: execution.id, status: 'success' }]);
		await expect(host.waitForExecution(execution.id)).resolves.toEqual(execution);
	});

	it('that fails gives an execution with its error', async () => {
		const { id } = await host.createWorkflow(chain('Failure', start, probe({ fail: true })));
		const execution = await host.runWorkflow(id);
		expect(execution.status).toBe('error');
		expect(errorMessage(execution)).toBe('The probe was told to fail');
	});
});

describe('credentials', () => {
	let service: Server;
	let baseUrl: string;

	beforeAll(async () => {
		service = createServer((incoming, response) => {
			response.statusCode = incoming.headers.authorization === 'Bearer right' ? 200 : 401;
			response.setHeader('content-type', 'application/json').end('{"asked":true}');
		});
		await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
		baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
	});

	afterAll(async () => {
		await new Promise((resolve) => service.close(resolve));
	});

	it('are tested by n8n, which says yes and no, and are not kept', async () => {
		await expect(host.testCredential('hostProbeApi', { baseUrl, token: 'right' })).resolves.toMatchObject({
			status: 'OK',
		});
		const refused = await host.testCredential('hostProbeApi', { baseUrl, token: 'wrong' });
		expect(refused.status).toBe('Error');
		expect(refused.message).not.toBe('');
		await expect(host.request('GET', '/credentials')).resolves.toEqual([]);
	});

	it('that were saved are used by the nodes of a workflow', async () => {
		const type = 'hostProbeApi';
		const credential = await host.createCredential(type, 'Right', { baseUrl, token: 'right' });
		const parameters = {
			url: `${baseUrl}/me`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: type,
		};
		const credentials = { [type]: { id: 'to be replaced', name: 'Exported' } };
		const call = { ...node('n8n-nodes-base.httpRequest', 'Call', parameters, 4.2), credentials };
		const { id } = await host.createWorkflow(withCredential(chain('Call', start, call), credential));
		expect(outputRows(await host.runWorkflow(id), 'Call')).toEqual([{ asked: true }]);
	});
});

describe('workflows', () => {
	it('can be changed, and a run can be stopped', async () => {
		const { id } = await host.createWorkflow(chain('Before', start, code('return []')));
		await host.updateWorkflow(id, chain('After', start, patient));
		await expect(host.workflow(id)).resolves.toMatchObject({ name: 'After' });
		const executionId = await host.beginWorkflow(id);
		await eventually('it runs', async () => (await host.executions(id))[0]?.status === 'running');
		await host.stopExecution(executionId);
		await expect(host.waitForExecution(executionId)).resolves.toMatchObject({ status: 'canceled' });
	});

	it('that run too long are reported, and one without a trigger is refused', async () => {
		const { id } = await host.createWorkflow(chain('Patient', start, patient));
		await expect(host.runWorkflow(id, { timeoutMs: 300 })).rejects.toThrow(
			'Waited 300 ms in vain for the end of',
		);
		await host.stopExecution((await host.executions(id))[0]?.id ?? '');
		const lonely = await host.createWorkflow(chain('Lonely', probe()));
		await expect(host.runWorkflow(lonely.id)).rejects.toThrow('has no trigger');
	});

	it('poll once they are activated, and keep what the poll has saved', async () => {
		const { id } = await host.createWorkflow(chain('Polls', trigger(), probe()));
		await host.activateWorkflow(id);
		await expect(host.workflow(id)).resolves.toMatchObject({ active: true });
		const [first] = await host.waitForExecutions(id, 1);
		expect(first && outputRows(first, 'Probe')).toEqual([{ polls: 1, mode: 'trigger', probed: true }]);
		await eventually('it is saved', async () => 'node:Trigger' in (await host.staticData(id)));
		await expect(host.staticData(id)).resolves.toEqual({ 'node:Trigger': { polls: 1 } });
		await host.deactivateWorkflow(id);
		await expect(host.workflow(id)).resolves.toMatchObject({ active: false });
	});

	it('whose trigger refuses cannot be activated, and say why', async () => {
		const { id } = await host.createWorkflow(chain('Refuses', trigger({ fail: true })));
		await expect(host.activateWorkflow(id)).rejects.toThrow('The probe trigger was told to fail');
		await host.deactivateWorkflow(id);
	});

	it('have all of their executions listed, however many', async () => {
		// The list has pages of one hundred.
		const count = 103;
		const { id } = await host.createWorkflow(chain('Many', start, probe()));
		for (let run = 0; run < count; run += 1) await host.beginWorkflow(id);
		const all = await host.waitForExecutions(id, count);
		expect(all).toHaveLength(count);
		expect(new Set(all.map((execution) => execution.id)).size).toBe(count);
	});
});

describe('the same folder', () => {
	it('goes on after a kill and after an orderly restart, at the same address', async () => {
		const { url, pid } = host;
		const { id } = await host.createWorkflow(chain('Stays', start, probe()));
		await host.kill();
		expect(host.isRunning).toBe(false);
		await eventually('the process group is gone', () => !groupIsThere(pid));
		await expect(host.workflow(id)).rejects.toThrow('is not running');
		await expect(host.databaseRows('SELECT name FROM workflow_entity WHERE id = ?', [id])).resolves.toEqual([
			{ name: 'Stays' },
		]);
		await host.restart();
		expect(host.url).toBe(url);
		await expect(host.runWorkflow(id)).resolves.toMatchObject({ status: 'success' });
		await host.restart();
		expect(host.url).toBe(url);
		await expect(host.workflow(id)).resolves.toMatchObject({ name: 'Stays' });
		await expect(host.logs()).resolves.toMatch(/Editor is now accessible/);
	});

	it('goes on at another address where its own was taken meanwhile', async () => {
		const { url } = host;
		await host.kill();
		const squatter = createServer();
		await new Promise<void>((resolve) => squatter.listen(Number(new URL(url).port), '127.0.0.1', resolve));
		try {
			await host.restart();
			expect(host.url).not.toBe(url);
			await expect(host.nodeTypes()).resolves.not.toHaveLength(0);
		} finally {
			await new Promise((resolve) => squatter.close(resolve));
		}
	});
});

describe('two at once', () => {
	it('run side by side, and stopping one removes its folder and leaves the other alone', async () => {
		const other = await startHost({ installation, env: enginesOf([versionUnderTest]).at(-1)?.env });
		const { pid, userFolder } = other;
		try {
			expect(other.url).not.toBe(host.url);
			const { id } = await other.createWorkflow(
				chain('Elsewhere', start, code('return [{json: {here: true}}]')),
			);
			expect(outputRows(await other.runWorkflow(id), 'Code')).toEqual([{ here: true }]);
			await expect(host.workflow(id)).rejects.toThrow(HostRequestError);
		} finally {
			await other.stop();
		}
		await eventually('the process group is gone', () => !groupIsThere(pid));
		expect(existsSync(userFolder)).toBe(false);
		await expect(host.nodeTypes()).resolves.not.toHaveLength(0);
	});
});

describe('n8n on its own', () => {
	it('has called nobody outside of this machine, as far as a guard inside of it sees', async () => {
		await expect(readFile(guardFile, 'utf8')).resolves.toBe('');
		const call = node('n8n-nodes-base.httpRequest', 'Call', { url: 'http://seen.invalid/' }, 4.2);
		const { id } = await host.createWorkflow(chain('Calls out', start, call));
		await expect(host.runWorkflow(id)).resolves.toMatchObject({ status: 'error' });
		await expect(readFile(guardFile, 'utf8')).resolves.toContain('lookup seen.invalid');
	});
});
