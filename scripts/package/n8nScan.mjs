/**
 * Runs n8n's own package scan, the one that verification uses, on folders: `node n8nScan.mjs <folder> source|dist ...`.
 * The newer rules of the linter need no look at published files: they are the compiler's text of linted sources.
 * Prints a JSON array with the findings of each folder and ends with 0 whether there are any or not. A module of its
 * own because the scan is an ES module that the tests' transform cannot load.
 */
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

const PATTERNS = { source: SOURCE_FILE_PATTERNS, dist: ['**/*.js', 'package.json'] };

const given = process.argv.slice(2);
const results = [];
for (let position = 0; position < given.length; position += 2) {
	const [folder, kind] = given.slice(position, position + 2);
	const { passed, details, message } = await analyzePackage(folder, PATTERNS[kind]);
	results.push(passed ? [] : [{ where: kind, what: (details ?? message).trim() }]);
}
process.stdout.write(JSON.stringify(results));
