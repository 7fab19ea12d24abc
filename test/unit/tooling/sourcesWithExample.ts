/** A copy of the sources to which a worked example of CONTRIBUTING.md was added, word for word. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../../..');

interface Example {
	/** Where its first block of code goes. */
	file: string;
	/** Where its second block of code goes, one line. */
	index: string;
	/** What that line takes the place of. */
	replaced: RegExp;
	/** The import that the line needs. */
	imported: string;
}

export class SourcesWithExample {
	private folder = '';

	/** @param section the heading of the example */
	constructor(
		private readonly section: string,
		private readonly example: Example,
	) {}

	/** Inside the project, so that packages are found. */
	write(): void {
		const [file = '', line = ''] = blocksOf(this.section);
		mkdirSync(join(root, 'tmp'), { recursive: true });
		this.folder = mkdtempSync(join(root, 'tmp/example-'));
		cpSync(join(root, 'nodes/SalesOrderIntegration'), this.folder, { recursive: true });
		writeFileSync(join(this.folder, this.example.file), file);
		const index = join(this.folder, this.example.index);
		const before = readFileSync(index, 'utf8');
		const after = before.replace(this.example.replaced, line);
		expect(after).not.toBe(before);
		writeFileSync(index, `${this.example.imported}\n${after}`);
	}

	require<Module extends object>(file: string): Module {
		return jest.requireActual<Module>(join(this.folder, file));
	}

	remove(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}

/** The indented blocks of code of a section, without their indentation. */
function blocksOf(section: string): string[] {
	const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
	const [, found = ''] = new RegExp(`## ${section}\n([\\s\\S]*?)\n## `).exec(text) ?? [];
	return [...found.matchAll(/ {3}```ts\n([\s\S]*?) {3}```/g)].map(([, code = '']) =>
		code.replace(/^ {3}/gm, ''),
	);
}
