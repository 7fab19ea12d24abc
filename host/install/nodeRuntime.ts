/** The Node.js that n8n runs on: the system's where it is Node 24, else Node 24 from npm. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { withProgress } from '../progress';
import { installOnce } from './installOnce';
import { requestsDetail, runNpm } from './npmCommand';

/** The one major version that all known n8n versions run on: 2.41 needs at least 24, 1.123 at most 24. */
export const nodeMajor = 24;

/** A Node.js that is there. */
export interface NodeRuntime {
	/** The folder of the `node` program. */
	readonly binFolder: string;
	/** The folder with `include/node`, for compiling native modules; undefined where it has none. */
	readonly headersFolder: string | undefined;
}

const machine = `${process.platform}-${process.arch}`;
/** The npm package that holds Node.js for this machine. The plain name was taken for Apple silicon. */
const packageName = `node-${machine === 'darwin-arm64' ? 'bin-' : ''}${machine}`;

function runtimeAt(root: string): NodeRuntime {
	const hasHeaders = existsSync(path.join(root, 'include', 'node', 'node.h'));
	return { binFolder: path.join(root, 'bin'), headersFolder: hasHeaders ? root : undefined };
}

/**
 * Gives Node 24: the one that runs us if it is that, else the one from npm, installed into `cache` once.
 * Errors: npm has none for this machine, or it does not run here.
 */
export async function prepareNodeRuntime(cache: string): Promise<NodeRuntime> {
	if (Number(process.versions.node.split('.')[0]) === nodeMajor) {
		return runtimeAt(path.dirname(path.dirname(process.execPath)));
	}
	const manifest = {
		name: 'node-runtime',
		private: true,
		dependencies: { [packageName]: String(nodeMajor) },
	};
	const folder = await installOnce(
		{
			name: `node-${nodeMajor}-${machine}`,
			title: `Node.js ${nodeMajor}`,
			recipe: manifest,
			fill: async (work, keeper) => {
				const logFile = path.join(work, 'npm.log');
				await writeFile(path.join(work, 'package.json'), JSON.stringify(manifest, null, '\t') + '\n');
				await withProgress(
					`Node.js ${nodeMajor}: downloading (this machine has ${process.versions.node})`,
					async () =>
						await runNpm({
							keeper,
							folder: work,
							logFile,
							args: ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http'],
						}),
					() => requestsDetail(logFile),
				);
				await checkItRuns(path.join(work, 'node_modules', packageName, 'bin', 'node'));
			},
		},
		cache,
	);
	return runtimeAt(path.join(folder, 'node_modules', packageName));
}

async function checkItRuns(program: string): Promise<void> {
	const { stdout } = await promisify(execFile)(program, ['--version']);
	if (!stdout.startsWith(`v${nodeMajor}.`)) throw new Error(`${program} is ${stdout.trim()}`);
}
