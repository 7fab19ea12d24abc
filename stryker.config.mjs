/**
 * Mutation tests of one folder, chosen by `npm run mutation -- <folder>`: each mutant meets the unit tests of the
 * folder and the engine tests that run its line.
 */
const folder = process.env.MUTATION_FOLDER;
if (!folder) throw new Error('Name a folder: npm run mutation -- http');

export default {
	mutate: [`nodes/SalesOrderIntegration/${folder}/**/*.ts`],
	testRunner: 'jest',
	jest: { projectType: 'custom', configFile: 'test/mutation/jest.config.js' },
	coverageAnalysis: 'perTest',
	dryRunTimeoutMinutes: 30,
	// What modules do when they are loaded, such as building descriptions, would have to meet every test.
	ignoreStatic: true,
	concurrency: 2,
	reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
	htmlReporter: { fileName: `tmp/mutation/${folder}.html` },
	jsonReporter: { fileName: `tmp/mutation/${folder}.json` },
	thresholds: { high: 95, low: 90, break: null },
	tempDirName: 'tmp/stryker',
	ignorePatterns: ['dist', 'coverage', 'tmp', '*.png'],
	allowEmpty: false,
};
