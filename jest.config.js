/** One jest project per kind of test: `npx jest test/unit/x.test.ts --selectProjects unit` runs a part of one. */
const project = (name) => ({
	displayName: name,
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	modulePathIgnorePatterns: ['<rootDir>/dist/'],
	setupFiles: ['<rootDir>/test/support/shiftedClock.js'],
	// Each use of a global takes a detour out of jest's sandbox; these, which are used most, are handed in: a quarter less.
	sandboxInjectedGlobals: ['Array', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'Set', 'String'],
	transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }] },
});

// One core less is jest's default, which on a machine with two is half of it. A busy machine may take ten times as long.
module.exports = {
	projects: ['unit', 'engine', 'simulation', 'host'].map(project),
	maxWorkers: '100%',
	// A worker keeps something of each file, and with a full heap takes three times as long: then a new one takes its place.
	workerIdleMemoryLimit: '400MB',
	testTimeout: 600_000 * Math.max(1, Number(process.env.REPETITIONS ?? 1)),
};
