/** Finds Redis's server program, or takes it from Debian's packages where that is possible. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { cacheFolder } from '../cacheFolder';
import type { ProgressListener } from '../progress';
import { hasAptGet } from './aptGet';
import { unpackDebianPackage } from './unpackDebianPackage';

/** How to start a Redis server. */
export interface RedisProgram {
	readonly command: string;
	/** The value of LD_LIBRARY_PATH that it needs; empty where it needs none. */
	readonly libraryPath: string;
}

const programName = 'redis-server';

/**
 * Gives the `redis-server` on the PATH, or else the one of Debian's package, unpacked into the cache folder.
 * Errors: it is not there and cannot be had (the message says what to install), or it does not run.
 */
export async function prepareRedisProgram(listener: ProgressListener): Promise<RedisProgram> {
	const program = redisOnPath() ?? (await unpackedRedis(listener));
	const env = { LD_LIBRARY_PATH: program.libraryPath };
	await promisify(execFile)(program.command, ['--version'], { env });
	return program;
}

function redisOnPath(): RedisProgram | undefined {
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	const command = folders.map((folder) => path.join(folder, programName)).find(existsSync);
	return command === undefined ? undefined : { command, libraryPath: '' };
}

async function unpackedRedis(listener: ProgressListener): Promise<RedisProgram> {
	if (!hasAptGet()) {
		throw new Error(
			'Redis is not installed. Debian or Ubuntu: apt-get install redis-server; macOS: brew install redis',
		);
	}
	const { folder, libraryFolders } = await unpackDebianPackage(programName, 'Redis', cacheFolder(), listener);
	return {
		command: path.join(folder, 'usr', 'bin', programName),
		libraryPath: libraryFolders.join(path.delimiter),
	};
}
