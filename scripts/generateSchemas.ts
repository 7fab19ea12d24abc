/** Writes the output previews that n8n shows before a run, from the schemas of the wire and the table of columns. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { previewFolder, previews } from './output/previews';

async function generateSchemas(): Promise<void> {
	const folder = resolve(__dirname, '..', previewFolder);
	const files = previews();
	for (const [file, text] of files) {
		const path = resolve(folder, file);
		// What is there already is left alone: the lint may be reading it.
		if (existsSync(path) && (await readFile(path, 'utf8')) === text) continue;
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, text);
	}
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		const path = resolve(entry.parentPath, entry.name);
		// A preview whose operation is gone must not stay.
		if (entry.isFile() && !files.has(relative(folder, path))) await rm(path);
	}
}

void generateSchemas();
