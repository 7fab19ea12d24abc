/** The command line of the host: prepare an n8n ahead of its use, or start one without this package. */
import { once } from 'node:events';
import { Command } from 'commander';
import {
	cacheFolder,
	cacheFolderVariable,
	n8nVersions,
	parseN8nVersion,
	prepareHost,
	startHost,
	versionsUnderTest,
	versionsVariable,
} from '.';

async function prepare(versions: readonly string[]): Promise<void> {
	const chosen = versions.length > 0 ? versions.map(parseN8nVersion) : versionsUnderTest();
	// Together, because npm mostly waits for the network.
	const prepared = chosen.map(async (version) => {
		const { folder } = await prepareHost(version);
		process.stdout.write(`n8n ${version} is ready in ${folder}\n`);
	});
	await Promise.all(prepared);
}

async function startEmpty(): Promise<void> {
	const host = await startHost({ installation: await prepareHost() });
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
	.command('empty')
	.description('start n8n in a temporary folder until Ctrl-C, to install this package as a user does')
	.action(startEmpty);

program.parseAsync().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
