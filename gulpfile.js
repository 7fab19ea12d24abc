/** Copies into dist/ what the compiler does not write: icons, codex files and output previews. `gulp clean` empties it. */
const { rm } = require('node:fs/promises');
const { dest, src } = require('gulp');

const COPIED = ['nodes/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];

/** A file that was renamed or removed must not be published once more. */
exports.clean = () => rm('dist', { recursive: true, force: true });

exports.default = () => src(COPIED, { base: '.', encoding: false }).pipe(dest('dist'));
