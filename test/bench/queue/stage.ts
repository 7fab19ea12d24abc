/** The two that are compared: an n8n in queue mode with two workers, and one in a single process. */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
	type Host,
	packPackage,
	type PostgresServer,
	postgresSettings,
	prepareHost,
	startHost,
	startPostgres,
	startQueueHost,
	startRedis,
	type Worker,
} from '../../../host';
import { Keeper } from '../../../host/keeper/keeper';

/** How many workers there are in queue mode. */
export const WORKERS = 2;

const project = path.resolve(__dirname, '../../..');

/** Both n8n, ready, on one PostgreSQL server. */
export interface Stage {
	/** The main process of the n8n in queue mode. */
	readonly queue: Host;
	readonly workers: readonly Worker[];
	readonly single: Host;
	/** Its database `orders` is empty, for the workflows to write to. */
	readonly postgres: PostgresServer;
	/** A folder that every process may write to. */
	readonly filesFolder: string;
	stop(): Promise<void>;
}

/** Starts everything; takes about a minute. What was started is ended again when something does not start. */
export async function setStage(): Promise<Stage> {
	const installation = await prepareHost();
	const folder = await mkdtemp(path.join(tmpdir(), 'bench-queue-'));
	// Should we be killed, it removes the folder.
	const keeper = await Keeper.start([folder]);
	const endings: Array<() => Promise<void>> = [async () => await keeper.close()];
	const stop = async () => {
		for (let end = endings.pop(); end; end = endings.pop()) await end();
	};
	try {
		const tarball = await packPackage(project, folder);
		const filesFolder = path.join(folder, 'files');
		await mkdir(filesFolder);
		const postgres = await startPostgres();
		endings.push(postgres.stop);
		const redis = await startRedis();
		endings.push(redis.stop);
		const env = { N8N_RESTRICT_FILE_ACCESS_TO: filesFolder };
		const queue = await startQueueHost({
			...{ installation, tarball, postgres, redis, env },
			folder: path.join(folder, 'queue'),
			workers: WORKERS,
		});
		endings.push(queue.stop);
		const single = await startHost({
			...{ installation, tarball },
			userFolder: path.join(folder, 'single'),
			env: { ...env, ...(await postgresSettings(postgres, 'n8n_single')) },
		});
		endings.push(async () => await single.stop());
		return { queue: queue.main, workers: queue.workers, single, postgres, filesFolder, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
