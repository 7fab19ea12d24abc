/** The table of engines in the README, from what jest reports of the tests in `testFiles`. */
import type { Engine } from '../engines';

/** The tests that the table counts. */
export const testFiles = ['test/host/package.test.ts', 'test/host/engines.test.ts'];

/** What is read of jest's report (`--json`). */
export interface JestReport {
	readonly success: boolean;
	readonly testResults: ReadonlyArray<{
		readonly assertionResults: ReadonlyArray<{
			readonly ancestorTitles: readonly string[];
			readonly title: string;
			readonly status: string;
		}>;
	}>;
}

/** What an engine is called at the end of the titles of its tests. */
export function engineTitle({ name }: Engine): string {
	return `n8n ${name}`;
}

/** The columns, each with the titles of its tests; what fits nowhere else is an operation. */
const columns = [
	{ name: 'Operations', title: /^(?!the trigger|a restart|a kill|a change|a duplicate)/ },
	{ name: 'Trigger', title: /^the trigger/ },
	{ name: 'Restart', title: /^a restart/ },
	{ name: 'Kill', title: /^a kill/ },
	{ name: 'Change', title: /^a (change|duplicate)/ },
] as const;

/**
 * The table in Markdown, one row for each engine. A cell says how many of its tests passed and how many there are; it
 * is bold where not all of them passed, or none was run. It is short, since the README is part of the package.
 */
export function compatibilityTable({ testResults }: JestReport, engines: readonly Engine[]): string {
	const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
	const rows = engines.map((engine) => {
		const ofEngine = tests.filter(({ ancestorTitles }) =>
			ancestorTitles.some((title) => title.endsWith(engineTitle(engine))),
		);
		const cells = columns.map(({ title }) => {
			const ofColumn = ofEngine.filter((test) => title.test(test.title));
			const passed = ofColumn.filter(({ status }) => status === 'passed').length;
			const count = `${passed}/${ofColumn.length}`;
			return passed > 0 && passed === ofColumn.length ? count : `**${count}**`;
		});
		return [engine.name, ...cells];
	});
	const head = ['n8n', ...columns.map(({ name }) => name)];
	return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
