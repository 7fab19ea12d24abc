/** The tests that a mutant of the folder meets, as one project, since Stryker counts what each test runs in one. */
const path = require('node:path');

const folder = process.env.MUTATION_FOLDER;
const [unit] = require('../../jest.config.js').projects;

module.exports = {
	...unit,
	rootDir: path.resolve(__dirname, '../..'),
	testMatch: [`<rootDir>/test/unit/${folder}/**/*.test.ts`, '<rootDir>/test/engine/**/*.test.ts'],
	// Thousands of requests under random faults; what they find, other tests name.
	testPathIgnorePatterns: ['faultSoak'],
	testTimeout: 120_000,
};
