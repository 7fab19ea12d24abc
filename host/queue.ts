/** An n8n in queue mode: a main process and workers that share a PostgreSQL and a Redis (docs/scaling.md). */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { escapeIdentifier } from 'pg';

import { installCommunityPackage } from './communityPackage';
import { Keeper } from './keeper/keeper';
import type { PostgresServer } from './postgres';
import type { HostInstallation } from './prepare';
import type { RedisServer } from './redis';
import type { Host } from './run/host';
import { Worker } from './run/worker';
import { startHost } from './start';

/** How to start n8n in queue mode. */
export interface QueueOptions {
	readonly installation: HostInstallation;
	/** A packed community package, which every process gets into a folder of its own, as on machines of their own. */
	readonly tarball: string;
	/** Where the processes keep their files; stays when they are stopped. */
	readonly folder: string;
	readonly postgres: PostgresServer;
	readonly redis: RedisServer;
	/** How many workers. */
	readonly workers: number;
	/** More environment variables for every process. */
	readonly env?: Readonly<Record<string, string>>;
}

/** A running n8n in queue mode. */
export interface QueueHost {
	readonly main: Host;
	readonly workers: readonly Worker[];
	/** Ends the main process, then the workers, and all that they have started. */
	stop(): Promise<void>;
}

/** The settings that have n8n keep its data in a new, empty database of `postgres`. */
export async function postgresSettings(
	postgres: PostgresServer,
	database: string,
): Promise<Record<string, string>> {
	await postgres.query(`CREATE DATABASE ${escapeIdentifier(database)}`);
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: postgres.host,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: database,
		DB_POSTGRESDB_USER: postgres.user,
		DB_POSTGRESDB_PASSWORD: postgres.password,
	};
}

function queueSettings({ host, port, password }: RedisServer): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: host,
		QUEUE_BULL_REDIS_PORT: String(port),
		QUEUE_BULL_REDIS_PASSWORD: password,
	};
}

/**
 * Starts the main process, then the workers, and resolves once all of them are ready; takes about half a minute.
 * Static data cannot be read through `main`: it looks into SQLite alone.
 * Errors: as `startHost`, for whichever process does not start; the others are stopped then.
 */
export async function startQueueHost(options: QueueOptions): Promise<QueueHost> {
	const { installation, tarball, folder, postgres, redis, workers: count } = options;
	const env = {
		...(await postgresSettings(postgres, 'n8n_queue')),
		...queueSettings(redis),
		// Each process makes up its own otherwise, and cannot read the others' credentials.
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('base64url'),
		...options.env,
	};
	const userFolder = (name: string) => path.join(folder, name);
	// The main process makes the tables, so it comes first.
	const main = await startHost({ installation, tarball, userFolder: userFolder('main'), env });
	const workers: Worker[] = [];
	const stop = async () => {
		await main.stop();
		await Promise.all(workers.map(async (worker) => await worker.stop()));
	};
	try {
		for (let number = 1; number <= count; number += 1) {
			workers.push(await startWorker(installation, tarball, userFolder(`worker-${number}`), env));
		}
		return { main, workers, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function startWorker(
	installation: HostInstallation,
	tarball: string,
	userFolder: string,
	env: Readonly<Record<string, string>>,
): Promise<Worker> {
	const keeper = await Keeper.start([]);
	try {
		await mkdir(userFolder, { recursive: true });
		await installCommunityPackage(tarball, userFolder, keeper);
		return await Worker.start({ installation, keeper, userFolder, env });
	} catch (error) {
		await keeper.close();
		throw error;
	}
}
