/** The compose file of docs/scaling.md is valid YAML, and its processes agree on what they have to share. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parseDocument } from 'yaml';

import { defaultN8nVersion } from '../../../host/install/n8nVersions';

interface Service {
	image: string;
	command?: string | string[];
	environment: Record<string, string>;
	depends_on?: Record<string, { condition: string }>;
	healthcheck?: { test: string[] };
	volumes?: string[];
	stop_grace_period?: string;
}

const file = path.resolve(__dirname, '../../../docs/scaling.compose.yml');
const document = parseDocument(readFileSync(file, 'utf8'), { merge: true, strict: true, uniqueKeys: true });
const compose = document.toJS() as { services: Record<string, Service>; volumes: Record<string, null> };
const { main, worker, postgres, redis } = compose.services;

test('it is YAML without a complaint, and has a main process, workers, PostgreSQL and Redis', () => {
	expect([...document.errors, ...document.warnings]).toEqual([]);
	expect(Object.keys(compose.services)).toEqual(['main', 'worker', 'postgres', 'redis']);
});

test('main process and workers are the tested n8n, with the same settings', () => {
	for (const service of [main, worker]) expect(service?.image).toMatch(new RegExp(`:${defaultN8nVersion}$`));
	expect(worker?.environment).toEqual(main?.environment);
	expect(main?.environment).toMatchObject({
		EXECUTIONS_MODE: 'queue',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: 'postgres',
		QUEUE_BULL_REDIS_HOST: 'redis',
	});
	expect(worker?.command).toMatch(/^worker\b/);
	expect(main?.command).toBeUndefined();
});

test('PostgreSQL and Redis have the names and passwords that n8n uses', () => {
	const settings = main?.environment ?? {};
	expect(postgres?.environment).toEqual({
		POSTGRES_DB: settings.DB_POSTGRESDB_DATABASE,
		POSTGRES_USER: settings.DB_POSTGRESDB_USER,
		POSTGRES_PASSWORD: settings.DB_POSTGRESDB_PASSWORD,
	});
	expect(redis?.command).toContain(settings.QUEUE_BULL_REDIS_PASSWORD);
});

test('whoever is waited for says when it is healthy, and every named volume exists', () => {
	for (const { depends_on: waitsFor = {}, volumes = [] } of Object.values(compose.services)) {
		for (const [name, { condition }] of Object.entries(waitsFor)) {
			expect(condition).toBe('service_healthy');
			const { test: check = [] } = compose.services[name]?.healthcheck ?? {};
			expect(check.length).toBeGreaterThan(1);
			for (const part of check) expect(typeof part).toBe('string');
		}
		const named = volumes.map((volume) => volume.split(':')[0] ?? '').filter((name) => !name.startsWith('.'));
		for (const name of named) expect(compose.volumes).toHaveProperty(name);
	}
});

test('secrets come from outside, and a missing one is an error', () => {
	const text = readFileSync(file, 'utf8');
	const secrets = [...text.matchAll(/(?:PASSWORD|ENCRYPTION_KEY): (.*)/g)].map(([, value]) => value);
	expect(secrets.length).toBeGreaterThan(3);
	for (const secret of secrets) expect(secret).toMatch(/^\$\{[A-Z0-9_]+:\?\}$/);
});

test('a container is left alone for longer than n8n takes to end in order', () => {
	const seconds = Number(main?.environment.N8N_GRACEFUL_SHUTDOWN_TIMEOUT);
	expect(seconds).toBeGreaterThan(60);
	expect(Number(/^(\d+)s$/.exec(main?.stop_grace_period ?? '')?.[1])).toBeGreaterThan(seconds);
});
