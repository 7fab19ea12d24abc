/** The layout of written files: the lint accepts what a program has written. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/** Lays out files of this project as `npx oxfmt` does. */
export function formatFiles(...files: string[]): void {
	const formatter = resolve(root, 'node_modules/oxfmt/bin/oxfmt');
	execFileSync(process.execPath, [formatter, ...files], {
		cwd: root,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
}
