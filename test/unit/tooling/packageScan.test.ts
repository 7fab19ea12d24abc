/** n8n's own package scan, as `npm run verify` runs it, finds what n8n would refuse, and nothing in a good package. */
import { scanPublished } from '../../../scripts/package/scan';
import { fixturePaths, PackageFixture } from './packageFixture';

let fixture: PackageFixture;

beforeEach(async () => {
	fixture = await PackageFixture.create();
});

afterEach(() => fixture.remove());

const { helper } = fixturePaths;

describe("n8n's own package scan", () => {
	// Each run loads the whole linter, so faults that do not hide one another share a run.
	const found = async () =>
		(await scanPublished(fixture.directory)).map(({ where, what }) => `${where} ${what}`).join('\n');

	test('a good package has no findings', async () => {
		expect(await scanPublished(fixture.directory)).toEqual([]);
	}, 60_000);

	test('a manifest that n8n would refuse is found, rule by rule', async () => {
		await fixture.setManifest({
			author: undefined,
			dependencies: { axios: '*' },
			homepage: undefined,
			n8n: { n8nNodesApiVersion: 1, nodes: ['nodes/Parcel.node.js'] },
			overrides: { zod: '4' },
			peerDependencies: { zod: '*' },
			scripts: { postinstall: 'node steal.js' },
		});
		const findings = await scanPublished(fixture.directory);
		const byScan = findings.filter(({ where }) => where === 'dist').map(({ what }) => what);
		const byNewerRules = findings
			.filter(({ where }) => where.startsWith('package.json:'))
			.map(({ what }) => what);
		for (const rule of [
			'valid-author',
			'no-runtime-dependencies',
			'require-homepage',
			'n8n-object-validation',
			'no-overrides-field',
			'valid-peer-dependencies',
			'no-forbidden-lifecycle-scripts',
		]) {
			expect(byScan.join('\n')).toContain(rule);
			expect(byNewerRules.join('\n')).toContain(rule);
		}
	}, 60_000);

	test('code that n8n would refuse is found, line by line, whatever its comments ask for', async () => {
		const lines = [
			'/* eslint-disable */',
			'setTimeout(() => {}, 1);',
			'exports.token = process.env.TOKEN;',
			"void fetch('https://parcel.test');",
			"eval('1');",
			"console.log('x');",
		];
		await fixture.write(helper, lines.join('\n'));
		const text = await found();
		expect(text).toMatch(/helper\.js:2 .*no-restricted-globals/);
		expect(text).toMatch(/helper\.js:3 .*no-restricted-globals/);
		expect(text).toMatch(/helper\.js:4 .*no-restricted-globals/);
		expect(text).toMatch(/helper\.js:5 .*no-dangerous-functions/);
		expect(text).toMatch(/helper\.js:6 .*no-console/);
	}, 60_000);
});
