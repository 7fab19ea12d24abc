/** Writes docs/fields.md from the table of columns and the schemas of the wire. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fieldReference, fieldReferenceFile } from './output/fieldReference';

async function generateFieldReference(): Promise<void> {
	const file = resolve(__dirname, '..', fieldReferenceFile);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, fieldReference());
}

void generateFieldReference();
