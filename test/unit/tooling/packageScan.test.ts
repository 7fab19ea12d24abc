/** n8n's own package scan, as `npm run verify` runs it, finds what n8n would refuse, and nothing in a good package. */
import { scan } from '../../../scripts/package/scan';
import { fixturePaths, PackageFixture } from './packageFixture';

test('it finds a bad manifest and bad code, whatever comments ask for, and nothing in a good package', async () => {
	const [good, manifest, code] = await Promise.all([1, 2, 3].map(() => PackageFixture.create()));
	if (!good || !manifest || !code) throw new Error('There are three');
	await manifest.setManifest({
		author: undefined,
		dependencies: { axios: '*' },
		n8n: { n8nNodesApiVersion: 1, nodes: ['nodes/Parcel.node.js'] },
		scripts: { postinstall: 'node steal.js' },
	});
	const lines = [
		'/* eslint-disable */',
		'exports.token = process.env.TOKEN;',
		"eval('1');",
		"console.log('x');",
	];
	await code.write(fixturePaths.helper, lines.join('\n'));
	const folders = [good, manifest, code].map(({ directory }): [string, 'dist'] => [directory, 'dist']);
	const [ofGood, ofManifest = [], ofCode = []] = await scan(...folders);
	await Promise.all([good, manifest, code].map((fixture) => fixture.remove()));

	expect(ofGood).toEqual([]);
	for (const rule of [
		'valid-author',
		'no-runtime-dependencies',
		'n8n-object-validation',
		'no-forbidden-lifecycle-scripts',
	]) {
		// By the scan itself and by the newer rules.
		const tellers = ofManifest
			.filter(({ what }) => what.includes(rule))
			.map(({ where }) => where.split(':')[0]);
		expect([rule, ...new Set(tellers)].sort()).toEqual([rule, 'dist', 'package.json'].sort());
	}
	const found = ofCode.filter(({ where }) => where.startsWith(fixturePaths.helper));
	const rules = ['no-restricted-globals', 'no-dangerous-functions', 'no-console'];
	expect(
		found.map(({ where, what }) => `${where.split(':')[1]} ${rules.find((rule) => what.includes(rule))}`),
	).toEqual(rules.map((rule, index) => `${index + 2} ${rule}`));
}, 60_000);
