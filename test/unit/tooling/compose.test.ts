/** The compose files of the documentation have valid keys, images and mounts, and their services agree on what they share. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parseDocument } from 'yaml';
import { z } from 'zod';

import { name as packageName } from '../../../package.json';
import { defaultN8nVersion } from '../../../host/install/n8nVersions';

const root = path.resolve(__dirname, '../../..');
const duration = z.string().regex(/^\d+s$/);
const words = z.array(z.string()).min(1);

/** The part of Compose's file format that these files use. A key that is not in it is an error. */
const composeSchema = z
	.object({
		services: z.record(
			z
				.object({
					image: z.string().regex(/^[\w./-]+:\d[\d.]*$/, 'names an image and its version'),
					restart: z.literal('unless-stopped'),
					command: z.union([z.string(), words]).optional(),
					environment: z.record(z.string()),
					stop_grace_period: duration.optional(),
					ports: z.array(z.string().regex(/^127\.0\.0\.1:\d+:\d+$/)).optional(),
					volumes: z.array(z.string().regex(/^(\.\/)?[\w-]+:\/[\w./-]+$/)).optional(),
					depends_on: z.record(z.object({ condition: z.literal('service_healthy') }).strict()).optional(),
					healthcheck: z
						.object({
							test: z.tuple([z.enum(['CMD', 'CMD-SHELL']), z.string()]).rest(z.string()),
							interval: duration,
							timeout: duration,
							retries: z.number().int(),
							start_period: duration.optional(),
						})
						.strict()
						.optional(),
					deploy: z.object({ replicas: z.number().int() }).strict().optional(),
				})
				.strict(),
		),
		volumes: z.record(z.null()),
	})
	.strict();

function readCompose(file: string) {
	const text = readFileSync(path.join(root, file), 'utf8');
	const document = parseDocument(text, { merge: true, strict: true, uniqueKeys: true });
	const content = Object.entries(document.toJS() as Record<string, unknown>);
	// What begins with x- is for the author alone.
	const compose = composeSchema.parse(Object.fromEntries(content.filter(([key]) => !key.startsWith('x-'))));
	return { text, complaints: [...document.errors, ...document.warnings], compose };
}

describe.each([
	['docs/compose.yml', ['n8n', 'postgres'], ['n8n']],
	['docs/scaling.compose.yml', ['main', 'worker', 'postgres', 'redis'], ['main', 'worker']],
])('%s', (file, services, n8nServices) => {
	const { text, complaints, compose } = readCompose(file);
	const ofN8n = n8nServices.map((name) => compose.services[name]);

	test('it is YAML without a complaint and has the services that its head promises', () => {
		expect(complaints).toEqual([]);
		expect(Object.keys(compose.services)).toEqual(services);
	});

	test('n8n is the tested version, and uses the PostgreSQL beside it', () => {
		for (const service of ofN8n) {
			expect(service?.image).toBe(`docker.n8n.io/n8nio/n8n:${defaultN8nVersion}`);
			expect(service?.environment).toMatchObject({ DB_TYPE: 'postgresdb', DB_POSTGRESDB_HOST: 'postgres' });
			expect(compose.services.postgres?.environment).toEqual({
				POSTGRES_DB: service?.environment.DB_POSTGRESDB_DATABASE,
				POSTGRES_USER: service?.environment.DB_POSTGRESDB_USER,
				POSTGRES_PASSWORD: service?.environment.DB_POSTGRESDB_PASSWORD,
			});
		}
	});

	test('whoever is waited for says when it is healthy, and every named volume exists', () => {
		for (const { depends_on: waitsFor = {}, volumes = [] } of Object.values(compose.services)) {
			for (const name of Object.keys(waitsFor)) expect(compose.services[name]?.healthcheck).toBeDefined();
			const named = volumes.flatMap((volume) => (volume.startsWith('.') ? [] : [volume.split(':')[0] ?? '']));
			for (const name of named) expect(compose.volumes).toHaveProperty(name);
		}
	});

	test('secrets come from outside, and a missing one is an error', () => {
		const secrets = [...text.matchAll(/(?:PASSWORD|ENCRYPTION_KEY): (.*)/g)].map(([, value]) => value);
		expect(secrets.length).toBeGreaterThan(2);
		for (const secret of secrets) expect(secret).toMatch(/^\$\{[A-Z0-9_]+:\?\}$/);
	});

	test('a container is left alone for longer than n8n takes to end in order', () => {
		for (const service of ofN8n) {
			const seconds = Number(service?.environment.N8N_GRACEFUL_SHUTDOWN_TIMEOUT);
			expect(seconds).toBeGreaterThan(60);
			expect(Number.parseInt(service?.stop_grace_period ?? '', 10)).toBeGreaterThan(seconds);
		}
	});
});

test('the package is mounted where n8n looks for community packages, by the name it has in the registry', () => {
	const { text, compose } = readCompose('docs/compose.yml');
	const [, folder = ''] = /npm install --prefix (\w+) /m.exec(text) ?? [];
	expect(text).toMatch(new RegExp(`npm install --prefix ${folder} .* ${packageName}$`, 'm'));
	expect(compose.services.n8n?.volumes).toContain(`./${folder}:/home/node/.n8n/nodes`);
});

test('main process and workers have the same settings and meet in Redis', () => {
	const { main, worker, redis } = readCompose('docs/scaling.compose.yml').compose.services;
	expect(worker?.environment).toEqual(main?.environment);
	expect(main?.environment).toMatchObject({ EXECUTIONS_MODE: 'queue', QUEUE_BULL_REDIS_HOST: 'redis' });
	expect(redis?.command).toContain(main?.environment.QUEUE_BULL_REDIS_PASSWORD);
	expect(worker?.command).toMatch(/^worker\b/);
	expect(main?.command).toBeUndefined();
});
