/** `npm run contract`: fails when a node or credential parameter changed that saved workflows rely on. */
import { Command } from 'commander';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { compareContracts } from './contract/compareContracts';
import type { ContractChanges } from './contract/compareContracts';
import type { Contract } from './contract/contract';
import { readContract } from './contract/readContract';
import { formatFiles } from './output/formatFiles';

const root = resolve(__dirname, '..');
const contractFile = resolve(root, 'test/contract/parameters.json');
const contractName = relative(root, contractFile);

const HOW_TO_ADD_A_VERSION = `
Workflows that people saved rely on the old form. Keep it, and put the new one into a new version of the node beside it:
  1. version: [1, 1.1] and defaultVersion: 1.1 in the description of the node;
  2. displayOptions: { show: { '@version': [1] } } on the parameter as it was,
     displayOptions: { show: { '@version': [{ _cnd: { gte: 1.1 } }] } } on the parameter as it shall be;
  3. where the node reads it: this.getNode().typeVersion;
  4. npm run contract -- --update records the new version.
A credential has no versions: a field of it can only be added, and has to be optional.
If no release has carried the old form yet, npm run contract -- --update --unreleased records the new one in its place.`;

interface Options {
	update?: boolean;
	unreleased?: boolean;
}

/** Compares the built package with the recorded contract, or records it; resolves to whether all is well. */
async function checkContract({ update = false, unreleased = false }: Options): Promise<boolean> {
	const present = await readContract(root);
	const changes = compareContracts(await recordedContract(), present);
	print(changes);
	if (changes.breaking.length > 0 && !(update && unreleased)) {
		console.log(HOW_TO_ADD_A_VERSION);
		return false;
	}
	if (update) {
		await record(present);
		console.log(`Recorded in ${contractName}.`);
		return true;
	}
	if (changes.added.length > 0) {
		console.log(`\nNothing that is saved breaks. npm run contract -- --update records the additions.`);
		return false;
	}
	console.log(`${count(present)} parameters, as recorded in ${contractName}.`);
	return true;
}

async function recordedContract(): Promise<Contract> {
	try {
		return JSON.parse(await readFile(contractFile, 'utf8')) as Contract;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
		return { credentials: {}, nodes: {} };
	}
}

async function record(contract: Contract): Promise<void> {
	await mkdir(dirname(contractFile), { recursive: true });
	await writeFile(contractFile, JSON.stringify(contract));
	formatFiles(contractFile);
}

function print({ breaking, added }: ContractChanges): void {
	for (const sentence of breaking) console.log(`BREAKS ${sentence}`);
	for (const sentence of added) console.log(`new    ${sentence}`);
}

function count({ credentials, nodes }: Contract): number {
	return [
		Object.values(credentials),
		...Object.values(nodes).map((versions) => Object.values(versions)),
	].flat(2).length;
}

void new Command('checkContract')
	.description('Compares the parameters of the built nodes and credentials with the recorded ones.')
	.option('--update', 'record what is new')
	.option('--unreleased', 'with --update: also record changes to what no release has carried yet')
	.action(async (options: Options) => {
		process.exitCode = (await checkContract(options)) ? 0 : 1;
	})
	.parseAsync();
