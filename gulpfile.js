/** Brings into dist/ what the compiler does not: icons, codex files and output previews. */
const { rm } = require('node:fs/promises');
const { dest, src } = require('gulp');

/** Empties dist/, so that a file that was renamed or removed is not published once more. */
const clean = () => rm('dist', { recursive: true, force: true });

/** Copies every icon, codex file and output preview to the same place under dist/. */
const copy = () =>
	src(['nodes/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));

module.exports = { clean, copy };
