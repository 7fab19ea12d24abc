/** Puts `homepage` of package.json into the links of the credential and of the codex files. */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { homepage } from '../package.json';
import { formatFiles } from './output/formatFiles';
import { linkedFiles, withHomepage } from './package/addresses';

async function generateAddresses(): Promise<void> {
	for (const file of linkedFiles) {
		const path = resolve(__dirname, '..', file);
		const text = await readFile(path, 'utf8');
		const linked = withHomepage(text, homepage);
		if (linked === text) continue;
		await writeFile(path, linked);
		// A longer or shorter address may be wrapped differently.
		formatFiles(path);
	}
}

void generateAddresses();
