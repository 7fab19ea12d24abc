/** One jest project per kind of test: `npx jest --selectProjects unit` runs one of them. */
const common = {
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }] },
	moduleFileExtensions: ['ts', 'js', 'json', 'node'],
};
const project = (name) => ({
	...common,
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
});

module.exports = { projects: ['unit', 'engine', 'host'].map(project) };
