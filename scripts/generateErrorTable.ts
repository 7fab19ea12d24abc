/** Writes docs/errors.md from the table of failures. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorTable, errorTableFile } from './errors/errorTable';

async function generateErrorTable(): Promise<void> {
	const file = resolve(__dirname, '..', errorTableFile);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, errorTable());
}

void generateErrorTable();
