/** Which files a published package may hold, how large they may be together, and what their text may not contain. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a check of the package found wrong. */
export interface Finding {
	/** The file inside the package, with forward slashes, or the part of package.json that is meant. */
	where: string;
	/** One sentence. */
	what: string;
}

/** The most that the unpacked package may weigh, in bytes. */
export const MAX_UNPACKED_BYTES = 450_000;

const REQUIRED_FILES = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];
const PUBLISHED_EXTENSION = /\.(js|json|svg|png)$/;
const TEST_FILE = /(^|\/)(__tests__|tests?)\/|\.(test|spec)\.[a-z]+$/;
const ABSOLUTE_PATH =
	/(?<![\w.:/-])(\/(home|root|Users|work|tmp|var|opt|mnt|builds)\/[\w.-]+|[A-Z]:\\{1,2}[\w.-]+)/;

/**
 * Every file below `directory`, sorted, as paths with forward slashes, and the bytes of all of them together; a link
 * counts as a file and is followed for its size only.
 */
export async function listFiles(directory: string) {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	const paths = entries
		.filter((entry) => !entry.isDirectory())
		.map((entry) =>
			join(entry.parentPath, entry.name)
				.slice(directory.length + 1)
				.replaceAll('\\', '/'),
		)
		.sort();
	const sizes = await Promise.all(paths.map(async (path) => (await stat(join(directory, path))).size));
	return { paths, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Checks names and sizes of the unpacked package, then the text of each file. No finding means that all is well. */
export async function checkFiles(directory: string): Promise<Finding[]> {
	const { paths, bytes } = await listFiles(directory);
	const missing = REQUIRED_FILES.filter((path) => !paths.includes(path)).map((where) => ({
		where,
		what: 'is missing.',
	}));
	const texts = await Promise.all(paths.map((path) => checkText(directory, path)));
	return [...missing, ...paths.flatMap(checkName), ...checkSize(bytes), ...texts.flat()];
}

function checkName(where: string): Finding[] {
	if (REQUIRED_FILES.includes(where)) return [];
	if (!where.startsWith('dist/'))
		return [{ where, what: 'is published, but only dist/ and the four files beside it should be.' }];
	if (TEST_FILE.test(where)) return [{ where, what: 'is a test, and tests are not published.' }];
	if (!PUBLISHED_EXTENSION.test(where))
		return [{ where, what: 'is neither JavaScript, JSON nor a picture.' }];
	return [];
}

function checkSize(bytes: number): Finding[] {
	if (bytes <= MAX_UNPACKED_BYTES) return [];
	return [{ where: 'package', what: `weighs ${bytes} bytes unpacked; the limit is ${MAX_UNPACKED_BYTES}.` }];
}

async function checkText(directory: string, where: string): Promise<Finding[]> {
	const text = await readFile(join(directory, where), 'utf8');
	const findings: Finding[] = [];
	if (text.includes('sourceMappingURL=')) findings.push({ where, what: 'refers to a source map.' });
	// The README may name a folder of n8n's, such as /home/node/.n8n; code has no reason to.
	const path = where.endsWith('.md') ? null : ABSOLUTE_PATH.exec(text);
	if (path) findings.push({ where, what: `holds the absolute path ${path[0]}.` });
	return findings;
}
