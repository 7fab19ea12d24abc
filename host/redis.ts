/** A temporary Redis server for n8n's queue: on a free loopback port, gone when it is stopped. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { prepareRedisProgram } from './install/redisProgram';
import { Keeper } from './keeper/keeper';
import { printProgress, type ProgressListener } from './progress';
import { freePorts } from './run/freePorts';
import { untilItAnswers } from './untilItAnswers';

/** A running Redis server. */
export interface RedisServer {
	readonly host: string;
	readonly port: number;
	readonly password: string;
	/** Ends the server and removes its folder. */
	stop(): Promise<void>;
}

const host = '127.0.0.1';
const stopGraceMs = 5_000;
const answerTimeoutMs = 2_000;

/**
 * Starts an empty server and resolves once it answers; takes less than a second. It saves nothing to the disk.
 * Errors: Redis is not there and cannot be had, or it does not start (the message holds its output).
 */
export async function startRedis(onProgress: ProgressListener = printProgress): Promise<RedisServer> {
	const { command, libraryPath } = await prepareRedisProgram(onProgress);
	const folder = await mkdtemp(path.join(tmpdir(), 'redis-'));
	const keeper = await Keeper.start([folder]);
	try {
		const password = randomBytes(16).toString('hex');
		const [port = 0] = await freePorts(1);
		const configuration = path.join(folder, 'redis.conf');
		// In a file, since everybody may read the command line.
		const lines = [
			`bind ${host}`,
			`port ${port}`,
			`dir ${folder}`,
			`requirepass ${password}`,
			'save ""',
			'appendonly no',
		];
		await writeFile(configuration, lines.join('\n') + '\n', { mode: 0o600 });
		const logFile = path.join(folder, 'redis.log');
		const server = await keeper.run({
			command,
			args: [configuration],
			cwd: folder,
			env: { LC_ALL: 'C', ...(libraryPath === '' ? {} : { LD_LIBRARY_PATH: libraryPath }) },
			logFile,
			endSignal: 'SIGTERM',
			endGraceMs: stopGraceMs,
		});
		await untilItAnswers('Redis', async () => await ping(port, password), server, logFile);
		return { host, port, password, stop: async () => await keeper.close() };
	} catch (error) {
		await keeper.close();
		throw error;
	}
}

/** Errors: nobody listens, or it is not a Redis with this password. */
async function ping(port: number, password: string): Promise<void> {
	const socket = connect(port, host);
	const signal = AbortSignal.timeout(answerTimeoutMs);
	try {
		await once(socket, 'connect', { signal });
		socket.write(`AUTH ${password}\r\nPING\r\n`);
		let answer = '';
		while (!answer.includes('+PONG')) {
			const [chunk] = (await once(socket, 'data', { signal })) as [Buffer];
			answer += chunk.toString();
			if (answer.includes('-')) throw new Error(`Redis says ${answer.trim()}`);
		}
	} finally {
		socket.destroy();
	}
}
