/** The tests that a mutant of the folder meets, as one project, since Stryker counts what each test runs in one. */
const path = require('node:path');

const folder = process.env.MUTATION_FOLDER;
const [unit] = require('../../jest.config.js').projects;

/** The tests in n8n's engine that a folder needs beside its unit tests: all of them take minutes before the first mutant. */
const engineTests = {
	http: ['credential', 'errors', 'operationsErrors'],
	lists: ['operationsComplete', 'operations', 'operationsSetExternalId'],
	trigger: ['trigger*'],
	dates: ['operationsDates'],
	errors: ['errors', 'operationsErrors', 'mistakes'],
	parameters: ['filters', 'mistakes', 'editor'],
	operations: ['operations*', 'reconcile', 'setExternalIdMany', 'aiTool'],
	output: ['outputs', 'editor'],
};
const places = process.env.MUTATION_TESTS?.split(',') ?? [
	`unit/${folder}/**/*`,
	...engineTests[folder].map((name) => `engine/${name}`),
];

module.exports = {
	...unit,
	rootDir: path.resolve(__dirname, '../..'),
	testMatch: places.map((place) => `<rootDir>/test/${place}.test.ts`),
	testTimeout: 60_000,
	roots: ['nodes', 'credentials', 'sandbox', 'test'].map((place) => path.resolve(__dirname, '../..', place)),
	testRunner: path.join(__dirname, 'jest-circus.js'),
};
