/**
 * Writes dist/: the code in one file that all nodes and credentials share, and beside it what no compiler copies.
 * Types are not looked at here; `npm run build` has the compiler check them first.
 */
const { mkdir, rm, writeFile } = require('node:fs/promises');
const { basename, dirname, join, posix } = require('node:path');
const { Transform } = require('node:stream');
const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { n8n } = require('./package.json');

const SHARED = 'dist/shared.js';

/** Files that n8n loads, as package.json names them. */
const entries = [...n8n.credentials, ...n8n.nodes];

const sourceOf = (entry) => entry.replace(/^dist\//, './').replace(/\.js$/, '');

/** n8n asks every file for a class of its name, up to the first dot. */
const classOf = (entry) => basename(entry).split('.')[0];

/** Empties dist/, so that a file that was renamed or removed is not published once more. */
const clean = () => rm('dist', { recursive: true, force: true });

/**
 * Puts all code into one file, without what only readers need: one module for each source file, as it is written, would
 * be twice the size that a package may have. Functions and classes keep their names, so that a stack trace can be read.
 */
const bundle = () =>
	build({
		stdin: {
			contents: entries.map((entry) => `export { ${classOf(entry)} } from '${sourceOf(entry)}';`).join('\n'),
			resolveDir: __dirname,
		},
		outfile: SHARED,
		bundle: true,
		packages: 'external',
		format: 'cjs',
		platform: 'neutral',
		target: 'es2022',
		minify: true,
		keepNames: true,
		charset: 'utf8',
		legalComments: 'none',
		lineLimit: 500,
		logLevel: 'warning',
	});

/** Writes the files that package.json names; each hands on its class from the shared file. */
const writeEntries = () =>
	Promise.all(
		entries.map(async (entry) => {
			const shared = posix.relative(posix.dirname(entry), SHARED);
			await mkdir(join(__dirname, dirname(entry)), { recursive: true });
			await writeFile(
				join(__dirname, entry),
				`'use strict';\nexports.${classOf(entry)} = require('${shared}').${classOf(entry)};\n`,
			);
		}),
	);

/** Takes the white space out of a JSON file. */
const compactJson = () =>
	new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			file.contents = Buffer.from(JSON.stringify(JSON.parse(file.contents.toString())));
			done(null, file);
		},
	});

const copyIcons = () => src('nodes/**/*.svg', { base: '.', encoding: false }).pipe(dest('dist'));

const copyJson = () =>
	src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: '.' })
		.pipe(compactJson())
		.pipe(dest('dist'));

exports.default = series(clean, parallel(bundle, writeEntries, copyIcons, copyJson));
