/** The command line of the host: prepare an n8n ahead of its use, or start one with this package to look around. */
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Command, Option } from 'commander';

import {
	cacheFolder,
	cacheFolderVariable,
	defaultEngineName,
	type EngineName,
	engineNamed,
	engineNames,
	type Host,
	n8nVersions,
	packPackage,
	parseN8nVersion,
	prepareHost,
	startHost,
	versionsUnderTest,
	versionsVariable,
} from '.';

const projectFolder = path.resolve(__dirname, '..');

async function prepare(versions: readonly string[]): Promise<void> {
	const chosen = versions.length > 0 ? versions.map(parseN8nVersion) : versionsUnderTest();
	for (const version of chosen) {
		const { folder } = await prepareHost({ version });
		process.stdout.write(`n8n ${version} is ready in ${folder}\n`);
	}
}

async function start({ engine }: { engine: EngineName }): Promise<void> {
	const { version, env } = engineNamed(engine);
	const installation = await prepareHost({ version });
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-package-'));
	try {
		const tarball = await packPackage(projectFolder, folder);
		await untilStopped(await startHost({ installation, tarball, env }));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function startWithoutPackage(): Promise<void> {
	await untilStopped(await startHost({ installation: await prepareHost() }));
}

async function untilStopped(host: Host): Promise<void> {
	process.stdout.write(`n8n ${host.version} at ${host.url}, ${host.owner.email}, ${host.owner.password}\n`);
	process.stdout.write('Ctrl-C stops it and removes everything in it.\n');
	await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
	await host.stop();
}

const program = new Command('host').description(
	`A real n8n for tests and demo. It is kept in ${cacheFolder()}; ${cacheFolderVariable} moves it.`,
);
program
	.command('prepare')
	.description('install n8n, so that later starts take seconds; does nothing where it is installed')
	.argument(
		'[versions...]',
		`of ${n8nVersions.join(', ')}; without, those that the host tests run on (${versionsVariable} chooses)`,
	)
	.action(prepare);
program
	.command('start')
	.description('start n8n with this package (built before) in a temporary folder until Ctrl-C')
	.addOption(new Option('--engine <name>', 'which n8n').choices(engineNames).default(defaultEngineName))
	.action(start);
program
	.command('empty')
	.description(
		'start n8n without this package in a temporary folder until Ctrl-C, to install it as a user does',
	)
	.action(startWithoutPackage);

program.parseAsync().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
