/** Loads what the `n8n` section of package.json names, the way n8n does, and checks that all of it is there. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Icon, ICredentialType, INodeType } from 'n8n-workflow';
import type { Finding } from './finding';
import { instantiateRegistered } from './registeredClass';

interface Manifest {
	name: string;
	n8n?: { nodes?: string[]; credentials?: string[] };
}

/**
 * Checks that every node and credential of the unpacked package loads, is named as its file is, and has its icons;
 * that every node has a codex file of its own name; and that nodes ask only for credentials the package brings.
 */
export async function checkRegistration(directory: string): Promise<Finding[]> {
	const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as Manifest;
	const nodePaths = manifest.n8n?.nodes ?? [];
	const credentialPaths = manifest.n8n?.credentials ?? [];
	if (nodePaths.length === 0) return [{ where: 'package.json', what: 'names no node in its n8n section.' }];
	const findings: Finding[] = [];
	const load = <T>(path: string) => loadClass<T>(directory, path, findings);
	const credentials = credentialPaths.flatMap((path) => {
		const credential = load<ICredentialType>(path);
		if (credential) findings.push(...checkIcon(directory, path, credential.icon));
		return credential ? [credential.name] : [];
	});
	for (const path of nodePaths) {
		const node = load<INodeType>(path);
		if (!node) continue;
		const { name, icon, credentials: wanted = [] } = node.description;
		findings.push(...checkIcon(directory, path, icon));
		findings.push(...(await checkCodex(directory, path, `${manifest.name}.${name}`)));
		for (const { name: credential } of wanted) {
			if (credentials.includes(credential)) continue;
			findings.push({
				where: path,
				what: `asks for the credential ${credential}, which the package does not bring.`,
			});
		}
	}
	return findings;
}

function loadClass<T>(directory: string, path: string, findings: Finding[]): T | undefined {
	const file = join(directory, path);
	if (!existsSync(file)) {
		findings.push({ where: path, what: 'is named in the n8n section, but is not in the package.' });
		return undefined;
	}
	try {
		return instantiateRegistered<T>(directory, path);
	} catch (error) {
		findings.push({
			where: path,
			what: `does not load: ${error instanceof Error ? error.message : String(error)}`,
		});
		return undefined;
	}
}

function checkIcon(directory: string, path: string, icon: Icon | undefined): Finding[] {
	if (icon === undefined) return [{ where: path, what: 'has no icon.' }];
	const names = typeof icon === 'string' ? [icon] : [icon.light, icon.dark];
	return names.flatMap((name) => {
		const file = join(directory, dirname(path), name.replace(/^file:/, ''));
		const inside = !relative(directory, file).startsWith('..');
		return inside && existsSync(file)
			? []
			: [{ where: path, what: `has the icon ${name}, which is not in the package.` }];
	});
}

async function checkCodex(directory: string, path: string, expected: string): Promise<Finding[]> {
	const where = path.replace(/\.js$/, '.json');
	if (!existsSync(join(directory, where)))
		return [{ where, what: 'is missing: a node needs a codex file to be found.' }];
	const codex = JSON.parse(await readFile(join(directory, where), 'utf8')) as Record<string, unknown>;
	const findings: Finding[] = [];
	if (codex.node !== expected)
		findings.push({ where, what: `is of ${String(codex.node)}, but the node is ${expected}.` });
	if ('subcategories' in codex)
		findings.push({ where, what: 'has subcategories, which n8n no longer allows.' });
	return findings;
}
