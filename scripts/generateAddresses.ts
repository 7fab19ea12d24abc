/** Puts `homepage` of package.json into the links of the credential and of the codex files. */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { homepage } from '../package.json';
import { linkedFiles, withHomepage } from './package/addresses';

async function generateAddresses(): Promise<void> {
	for (const file of linkedFiles) {
		const filepath = resolve(__dirname, '..', file);
		const text = await readFile(filepath, 'utf8');
		const linked = withHomepage(text, homepage);
		if (linked === text) continue;
		// A longer or shorter address may be wrapped differently.
		await writeFile(filepath, await format(linked, { ...(await resolveConfig(filepath)), filepath }));
	}
}

void generateAddresses();
