/** The compose files of the documentation fit together: images, secrets, mounts and what services share. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parseDocument } from 'yaml';

import { name as packageName } from '../../../package.json';
import { defaultN8nVersion } from '../../../host/install/n8nVersions';

/** What is read of a service. */
interface Service {
	image: string;
	environment: Record<string, string>;
	command?: string | string[];
	stop_grace_period?: string;
	ports?: string[];
	volumes?: string[];
}

function readCompose(file: string) {
	const text = readFileSync(path.resolve(__dirname, '../../..', file), 'utf8');
	const document = parseDocument(text, { merge: true, strict: true, uniqueKeys: true });
	expect([...document.errors, ...document.warnings]).toEqual([]);
	return { text, ...(document.toJS() as { services: Record<string, Service>; volumes: object }) };
}

describe.each([
	['docs/compose.yml', ['n8n', 'postgres'], ['n8n']],
	['docs/scaling.compose.yml', ['main', 'worker', 'postgres', 'redis'], ['main', 'worker']],
])('%s', (file, names, n8nNames) => {
	const { text, services, volumes } = readCompose(file);

	test('n8n is the tested version, uses the PostgreSQL beside it, and has the time to end in order', () => {
		expect(Object.keys(services)).toEqual(names);
		for (const name of n8nNames) {
			const { image, environment, stop_grace_period: grace = '' } = services[name] as Service;
			expect(image).toBe(`docker.n8n.io/n8nio/n8n:${defaultN8nVersion}`);
			expect(environment).toMatchObject({ DB_TYPE: 'postgresdb', DB_POSTGRESDB_HOST: 'postgres' });
			expect(services.postgres?.environment).toEqual({
				POSTGRES_DB: environment.DB_POSTGRESDB_DATABASE,
				POSTGRES_USER: environment.DB_POSTGRESDB_USER,
				POSTGRES_PASSWORD: environment.DB_POSTGRESDB_PASSWORD,
			});
			const seconds = Number(environment.N8N_GRACEFUL_SHUTDOWN_TIMEOUT);
			expect(seconds).toBeGreaterThan(60);
			expect(Number.parseInt(grace, 10)).toBeGreaterThan(seconds);
		}
	});

	test('ports are local, and every named volume exists', () => {
		for (const { volumes: mounts = [], ports = [] } of Object.values(services)) {
			for (const mount of mounts.filter((each) => !each.startsWith('.')))
				expect(volumes).toHaveProperty(mount.split(':')[0] ?? '');
			for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
		}
	});

	test('secrets come from outside, and a missing one is an error', () => {
		const secrets = [...text.matchAll(/(?:PASSWORD|ENCRYPTION_KEY): (.*)/g)].map(([, value]) => value);
		expect(secrets.length).toBeGreaterThan(2);
		for (const secret of secrets) expect(secret).toMatch(/^\$\{[A-Z0-9_]+:\?\}$/);
	});
});

test('the package is mounted where n8n looks for community packages, by the name it has in the registry', () => {
	const { text, services } = readCompose('docs/compose.yml');
	const [, folder = ''] = /npm install --prefix (\w+) /m.exec(text) ?? [];
	expect(text).toMatch(new RegExp(`npm install --prefix ${folder} .* ${packageName}$`, 'm'));
	expect(services.n8n?.volumes).toContain(`./${folder}:/home/node/.n8n/nodes`);
});

test('main process and workers have the same settings and meet in Redis', () => {
	const { main, worker, redis } = readCompose('docs/scaling.compose.yml').services;
	expect(worker?.environment).toEqual(main?.environment);
	expect(main?.environment).toMatchObject({ EXECUTIONS_MODE: 'queue', QUEUE_BULL_REDIS_HOST: 'redis' });
	expect(redis?.command).toContain(main?.environment.QUEUE_BULL_REDIS_PASSWORD);
	expect(worker?.command).toMatch(/^worker\b/);
	expect(main?.command).toBeUndefined();
});
