/**
 * jest's runner of a test file, but for mutants: a file without a test that runs the line of the mutant is not loaded,
 * and nothing runs after the first test that fails. Stryker knows both and jest does neither, which takes ten times as
 * long. (Stryker wants the name jest-circus.)
 */
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const { createEmptyTestResult } = require('@jest/test-result');
const { default: runFile } = require('jest-circus/runner');

/** The run of jest under way: the dry run, which meets all tests, or that of one mutant. */
let run;
let wanted = new Set();
let hasFailed = false;

module.exports = async function runWanted(globalConfig, config, environment, runtime, testPath, ...rest) {
	const { testNamePattern } = globalConfig;
	if (run !== globalConfig) {
		run = globalConfig;
		hasFailed = false;
		// As Stryker joins them: (one)|(another).
		wanted = new Set(testNamePattern?.slice(1, -1).split(')|('));
	}
	const isDryRun = testNamePattern === undefined;
	const filesFile = path.join(config.rootDir, 'testFiles.json');
	const files = existsSync(filesFile) ? JSON.parse(readFileSync(filesFile, 'utf8')) : {};
	const isWanted = (name) => isDryRun || wanted.has(escaped(name));
	if (!isDryRun && (hasFailed || !files[testPath]?.some(isWanted))) return skipped(testPath);

	const handleTestEvent = environment.handleTestEvent?.bind(environment);
	environment.handleTestEvent = async (event, state) => {
		if (event.name === 'run_start') skipOthers(state.rootDescribeBlock, isWanted);
		if (event.name === 'test_start' && hasFailed) event.test.mode = 'skip';
		if (event.name === 'test_done' && !isDryRun) hasFailed ||= event.test.errors.length > 0;
		await handleTestEvent?.(event, state);
	};
	// Without the pattern, which can be longer than a regular expression may be.
	const all = { ...globalConfig, testNamePattern: undefined };
	const result = await runFile(all, config, environment, runtime, testPath, ...rest);
	if (isDryRun) {
		const names = result.testResults.map(({ fullName }) => fullName);
		writeFileSync(filesFile, JSON.stringify({ ...files, [testPath]: names }));
	}
	return result;
};

function skipOthers(block, isWanted, names = []) {
	for (const child of block.children) {
		const path = [...names, child.name];
		if (child.type === 'describeBlock') skipOthers(child, isWanted, path);
		else if (!isWanted(path.join(' '))) child.mode = 'skip';
	}
}

/** As Stryker escapes names in its pattern. */
function escaped(name) {
	return name.replace(/[.*+\-?^${}()|[\]\\]/g, '\\$&');
}

/** jest takes a file without a test for a mistake. */
function skipped(testFilePath) {
	const test = { status: 'pending', fullName: '', title: '', ancestorTitles: [], failureMessages: [] };
	return { ...createEmptyTestResult(), testFilePath, numPendingTests: 1, testResults: [test] };
}
