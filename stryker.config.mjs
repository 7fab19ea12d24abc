/**
 * Mutation tests of one folder, chosen by `npm run mutation -- <folder>`: each mutant meets the tests of the folder
 * that run its line (test/mutation/jest.config.js). More: docs/internals/mutation.md.
 */
const folder = process.env.MUTATION_FOLDER;
if (!folder) throw new Error('Name a folder: npm run mutation -- http');

export default {
	mutate: [`nodes/SalesOrderIntegration/${folder}/**/*.ts`],
	plugins: ['@stryker-mutator/*', './test/mutation/texts.mjs'],
	ignorers: ['texts'],
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		configFile: 'test/mutation/jest.config.js',
		// To find the related tests takes longer than to run those that Stryker knows to be related.
		enableFindRelatedTests: false,
	},
	coverageAnalysis: 'perTest',
	dryRunTimeoutMinutes: 30,
	// What modules do when they are loaded, such as building descriptions, would have to meet every test.
	ignoreStatic: true,
	concurrency: 2,
	// jest keeps something of each run.
	maxTestRunnerReuse: 50,
	// A busy machine takes its time; what hangs is found all the same.
	timeoutFactor: 4,
	timeoutMS: 10_000,
	// What neither changed itself nor got a new test is not run again.
	incremental: true,
	incrementalFile: `tmp/mutation/${folder}.incremental.json`,
	reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
	htmlReporter: { fileName: `tmp/mutation/${folder}.html` },
	jsonReporter: { fileName: `tmp/mutation/${folder}.json` },
	clearTextReporter: { reportTests: false, logTests: false },
	thresholds: { high: 95, low: 90, break: null },
	tempDirName: `tmp/stryker/${folder}`,
	ignorePatterns: ['dist', 'coverage', 'tmp', '*.png'],
	allowEmpty: false,
};
