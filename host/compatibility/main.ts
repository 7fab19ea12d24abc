/** `npm run compatibility`: runs the core of the host tests on every engine and writes the table of the README. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { engineNamed, engineNames, n8nVersions, prepareHost, versionsVariable } from '..';
import { withTable } from '../../scripts/output/markdownTable';
import { compatibilityTable, type JestReport, testFiles } from './table';

const projectFolder = path.resolve(__dirname, '..', '..');
const page = path.join(projectFolder, 'README.md');

/** What jest reports; a failed test is no error. Errors: jest did not come to its report. */
async function runTests(reportFile: string): Promise<JestReport> {
	const jest = path.join(projectFolder, 'node_modules', 'jest', 'bin', 'jest.js');
	const args = [...testFiles, '--selectProjects=host', '--maxWorkers=2'];
	const child = spawn(process.execPath, [jest, ...args, '--json', '--outputFile', reportFile], {
		cwd: projectFolder,
		env: { ...process.env, [versionsVariable]: 'all' },
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	await once(child, 'exit');
	return JSON.parse(await readFile(reportFile, 'utf8')) as JestReport;
}

async function main(): Promise<void> {
	for (const version of n8nVersions) await prepareHost(version);
	const folder = await mkdtemp(path.join(tmpdir(), 'compatibility-'));
	try {
		const report = await runTests(path.join(folder, 'report.json'));
		const table = compatibilityTable(report, engineNames.map(engineNamed));
		await writeFile(page, withTable(await readFile(page, 'utf8'), '<!-- compatibility -->', table));
		process.stdout.write(`${table}\n`);
		if (!report.success) process.exitCode = 1;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

void main();
