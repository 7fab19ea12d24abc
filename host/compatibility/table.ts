/** The table of n8n versions in the README, from what jest reports of test/host/package.test.ts. */
import { n8nRecipe, type N8nVersion } from '../install/n8nVersions';

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

/** An n8n that the package is tested in. */
export interface TestedHost {
	readonly version: N8nVersion;
	readonly durable: boolean;
}

/** Each version as it is by default, and with durable cursors where it has them. */
export function testedHosts(versions: readonly N8nVersion[]): TestedHost[] {
	return versions.flatMap((version) => [
		{ version, durable: false },
		...(n8nRecipe(version).hasDurableCursors ? [{ version, durable: true }] : []),
	]);
}

/** What a host is called in the titles of its tests. */
export function hostName({ version, durable }: TestedHost): string {
	return `n8n ${version}${durable ? ' with durable cursors' : ''}`;
}

/** The columns, each with the titles of its tests; what fits nowhere else is an operation. */
const columns = [
	{ name: 'Loads', title: /^is listed/ },
	{ name: 'Credential test', title: /^the credential test/ },
	{ name: 'Operations', title: /^(?!is listed|the credential test|the activated trigger)/ },
	{ name: 'Active trigger', title: /^the activated trigger/ },
] as const;

/**
 * The table in Markdown, one row for each host. A cell says how many of its tests passed and how many there are; it
 * is bold where not all of them passed, or none was run. It is short, since the README is part of the package.
 */
export function compatibilityTable({ testResults }: JestReport, hosts: readonly TestedHost[]): string {
	const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
	const rows = hosts.map((host) => {
		const suite = `the package in ${hostName(host)}`;
		const ofHost = tests.filter(({ ancestorTitles }) => ancestorTitles.includes(suite));
		const cells = columns.map(({ title }) => {
			const ofColumn = ofHost.filter((test) => title.test(test.title));
			const passed = ofColumn.filter(({ status }) => status === 'passed').length;
			const count = `${passed}/${ofColumn.length}`;
			return passed > 0 && passed === ofColumn.length ? count : `**${count}**`;
		});
		return [`${host.version}${host.durable ? ' durable' : ''}`, ...cells];
	});
	const head = ['n8n', ...columns.map(({ name }) => name)];
	return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
