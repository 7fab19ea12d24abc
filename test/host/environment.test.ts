/** n8n sees nothing of the caller's n8n, and our settings reach it. */
import { n8nEnvironment } from '../../host/run/environment';

const options = {
	version: '2.41.1',
	userFolder: '/tmp/folder',
	nodeBinFolder: '/opt/node-24/bin',
	port: 41_000,
	brokerPort: 41_001,
	extra: {},
} as const;

const before = { ...process.env };

afterEach(() => {
	process.env = { ...before };
});

it("the caller's n8n settings, Node.js options and proxies do not reach n8n", () => {
	Object.assign(process.env, {
		N8N_ENCRYPTION_KEY: 'from the caller',
		N8N_PORT: '1',
		DB_TYPE: 'postgresdb',
		EXECUTIONS_MODE: 'queue',
		NODE_ENV: 'test',
		NODE_OPTIONS: '--require something',
		HTTPS_PROXY: 'http://proxy.example',
		PATH: '/usr/bin',
	});
	const environment = n8nEnvironment(options);
	for (const name of [
		'N8N_ENCRYPTION_KEY',
		'DB_TYPE',
		'EXECUTIONS_MODE',
		'NODE_ENV',
		'NODE_OPTIONS',
		'HTTPS_PROXY',
	]) {
		expect(environment).not.toHaveProperty(name);
	}
	expect(environment.N8N_PORT).toBe('41000');
	expect(environment.PATH).toBe('/opt/node-24/bin:/usr/bin');
	expect(environment.HOME).toBe('/tmp/folder');
});

it('what the caller of the host asks for wins', () => {
	const environment = n8nEnvironment({
		...options,
		extra: { GENERIC_TIMEZONE: 'America/Mexico_City', N8N_DISABLED_MODULES: 'insights' },
	});
	expect(environment.GENERIC_TIMEZONE).toBe('America/Mexico_City');
	expect(environment.N8N_DISABLED_MODULES).toBe('insights');
});

it('a module is switched off only in a version that knows it', () => {
	expect(n8nEnvironment(options).N8N_DISABLED_MODULES).toBe('mcp-registry');
	expect(n8nEnvironment({ ...options, version: '1.123.81' })).not.toHaveProperty('N8N_DISABLED_MODULES');
});
