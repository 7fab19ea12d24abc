/** No comment switches a rule off: the linter has no setting for this, and its own rule can be switched off by one. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../../..');

test('no comment switches a rule off', () => {
	const { stdout } = spawnSync('git', ['ls-files', '-z', '*.ts', '*.js', '*.mjs'], {
		cwd: root,
		encoding: 'utf8',
	});
	// Git also names files that were deleted and not staged yet.
	const sources = stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
	expect(sources.length).toBeGreaterThan(400);
	const switchesOff = /(?<!['"`])\/[/*][\s*]*(?:es|ox)lint-disable/;
	expect(sources.filter((file) => switchesOff.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
