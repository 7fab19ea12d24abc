/** `npm run generate`: writes every generated file. With `--check` it writes none, and fails where one is out of date. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { homepage } from '../package.json';
import { errorTableFile, withErrors } from './errors/errorTable';
import { fieldReferenceFile, withFields } from './output/fieldReference';
import { formatFiles } from './output/formatFiles';
import { previewFolder, previews } from './output/previews';
import { linkedFiles, withHomepage } from './package/addresses';

const root = path.resolve(__dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The text of each generated file, by its path from the root; undefined for one that must not be there. */
function generated(): Map<string, string | undefined> {
	const old = readdirSync(path.join(root, previewFolder), { recursive: true, withFileTypes: true });
	const oldPreviews = old
		.filter((entry) => entry.isFile())
		.map((entry) => path.join(entry.parentPath, entry.name));
	return new Map<string, string | undefined>([
		// A preview whose operation is gone must not stay.
		...oldPreviews.map((file) => [path.relative(root, file), undefined] as const),
		...[...previews()].map(([file, text]) => [path.join(previewFolder, file), text] as const),
		...linkedFiles.map((file) => [file, withHomepage(read(file), homepage)] as const),
		[errorTableFile, withErrors(read(errorTableFile))],
		[fieldReferenceFile, withFields(read(fieldReferenceFile))],
	]);
}

const stale = [...generated()].filter(
	([file, text]) => text !== (existsSync(path.join(root, file)) ? read(file) : undefined),
);
if (process.argv.includes('--check')) {
	for (const [file] of stale) console.error(`${file} is not as generated: npm run generate`);
	process.exitCode = stale.length === 0 ? 0 : 1;
} else {
	for (const [file, text] of stale) {
		mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
		if (text === undefined) rmSync(path.join(root, file));
		else writeFileSync(path.join(root, file), text);
		console.log(file);
	}
	// A longer or shorter address may be wrapped differently.
	formatFiles(...linkedFiles);
}
