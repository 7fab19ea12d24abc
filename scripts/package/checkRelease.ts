/** What must be true of a package before it is published, and need not be while it is worked on. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles, type Finding } from './checkFiles';

/** Hosts below .example (RFC 2606): they stand where the publisher's own address belongs. */
const PLACEHOLDER_HOST = /[\w.-]+\.example(?!\.?[\w-])/gi;

/** Reserved hosts too. Texts show them as the address of a service; a link or an e-mail address may not have them. */
const SAMPLE_HOST = /(?:[\w-]+\.)*example\.(?:com|net|org)\b/gi;

/** Files that hold links of the publisher and no sample addresses. */
const FILE_OF_LINKS = /(^package|\.node)\.json$/;

/** Where the release runs, as the environment of a GitHub workflow tells it. */
export interface ReleaseSurroundings {
	/** `owner/name`; undefined outside a workflow. */
	GITHUB_REPOSITORY?: string;
	/** `tag` when a tag started the workflow. */
	GITHUB_REF_TYPE?: string;
	/** Name of that tag. */
	GITHUB_REF_NAME?: string;
}

interface Manifest {
	name: string;
	version: string;
	repository?: { url?: string };
}

/**
 * Checks the unpacked package for what npm's provenance and n8n's verification ask of a publisher: every address is
 * the publisher's, the repository is named and is the one that publishes, tag and changelog carry the version.
 */
export async function checkRelease(directory: string, surroundings: ReleaseSurroundings): Promise<Finding[]> {
	const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as Manifest;
	const changelog = await readFile(join(directory, 'CHANGELOG.md'), 'utf8');
	const findings = await checkAddresses(directory, manifest);
	findings.push(...checkRepository(manifest, surroundings.GITHUB_REPOSITORY));
	if (!changelog.split('\n').some((line) => line.startsWith(`## [${manifest.version}]`))) {
		findings.push({ where: 'CHANGELOG.md', what: `has no section for version ${manifest.version}.` });
	}
	const { GITHUB_REF_TYPE: kind, GITHUB_REF_NAME: tag } = surroundings;
	if (kind === 'tag' && tag !== `v${manifest.version}`) {
		findings.push({
			where: 'package.json',
			what: `is of version ${manifest.version}, but the tag is ${String(tag)}.`,
		});
	}
	return findings;
}

async function checkAddresses(directory: string, manifest: Manifest): Promise<Finding[]> {
	const { paths } = await listFiles(directory);
	const ownRepository = `github\\.com/[\\w.-]+/${manifest.name}(?![\\w-])`;
	const findings = await Promise.all(
		paths.map(async (where): Promise<Finding[]> => {
			const text = await readFile(join(directory, where), 'utf8');
			const find = (pattern: RegExp) => text.match(pattern) ?? [];
			const strangers = find(new RegExp(ownRepository, 'gi')).filter(
				(address) => !manifest.repository?.url?.includes(address),
			);
			const samples = FILE_OF_LINKS.test(where) ? find(SAMPLE_HOST) : [];
			return [...new Set([...find(PLACEHOLDER_HOST), ...samples, ...strangers])].map((address) => ({
				where,
				what: `holds ${address}, which is not an address of the publisher.`,
			}));
		}),
	);
	return findings.flat();
}

function checkRepository({ repository: { url } = {} }: Manifest, publisher: string | undefined): Finding[] {
	if (!url) {
		return [{ where: 'package.json', what: 'names no repository, without which npm refuses provenance.' }];
	}
	const address = url.replace(/\.git$/, '').toLowerCase();
	if (!publisher || address.endsWith(`github.com/${publisher.toLowerCase()}`)) return [];
	return [{ where: 'package.json', what: `names the repository ${url}, but ${publisher} publishes.` }];
}
