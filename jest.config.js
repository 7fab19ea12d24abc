/** One jest project per kind of test: `npx jest test/unit/x.test.ts --selectProjects unit` runs a part of one. */
const project = (name) => ({
	displayName: name,
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	modulePathIgnorePatterns: ['<rootDir>/dist/'],
	transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }] },
});

module.exports = { projects: ['unit', 'engine', 'host'].map(project) };
