/**
 * Mutation tests of one folder, chosen by `npm run mutation -- <folder>`: each mutant meets the unit tests of the
 * folder and the engine tests that run its line.
 */
const folder = process.env.MUTATION_FOLDER;
if (!folder) throw new Error('Name a folder: npm run mutation -- http');

export default {
	mutate: [`nodes/SalesOrderIntegration/${folder}/**/*.ts`],
	testRunner: 'jest',
	jest: { projectType: 'custom', configFile: 'test/mutation/jest.config.js', enableFindRelatedTests: false },
	plugins: ['@stryker-mutator/*', './test/mutation/texts.mjs'],
	ignorers: ['texts'],
	coverageAnalysis: 'perTest',
	dryRunTimeoutMinutes: 30,
	// What modules do when they are loaded, such as building descriptions, would have to meet every test.
	ignoreStatic: true,
	concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
	// A busy machine takes its time; what hangs is found all the same.
	timeoutFactor: 4,
	timeoutMS: 10_000,
	incremental: true,
	incrementalFile: `tmp/mutation/${folder}.incremental.json`,
	reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
	htmlReporter: { fileName: `tmp/mutation/${folder}.html` },
	jsonReporter: { fileName: `tmp/mutation/${folder}.json` },
	clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
	thresholds: { high: 95, low: 90, break: null },
	tempDirName: `tmp/stryker/${folder}`,
	ignorePatterns: ['dist', 'coverage', 'tmp', '*.png'],
	allowEmpty: false,
};
