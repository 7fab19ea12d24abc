/** The pictures of the pages show what the editor shows today, light and dark, and each is on a page. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import {
	fingerprints,
	fingerprintsFile,
	pictureNames,
	picturesFolder,
} from '../../../scripts/pictures/sources';

const root = path.resolve(__dirname, '../../..');
const files = readdirSync(picturesFolder).filter((file) => file.endsWith('.webp'));

test.each(pictureNames)(
	'the picture "%s" is not older than what it shows; else: npm run pictures',
	(name) => {
		const taken = JSON.parse(readFileSync(fingerprintsFile, 'utf8')) as Record<string, string>;
		expect(taken[name]).toBe(fingerprints()[name]);
	},
);

test('every picture is there, light and dark, and no other', () => {
	const expected = pictureNames.flatMap((name) => [`${name}.dark.webp`, `${name}.light.webp`]);
	expect(files.sort()).toEqual(expected.sort());
});

test('every picture is on a page', () => {
	const pages = ['README.md', 'docs/fields.md', 'docs/reference.md', 'docs/troubleshooting.md']
		.map((page) => readFileSync(path.join(root, page), 'utf8'))
		.join();
	expect(files.filter((file) => !pages.includes(`pictures/${file}"`))).toEqual([]);
});

test('all pictures together are small enough to be cloned and shown quickly', () => {
	const bytes = files.map((file) => statSync(path.join(picturesFolder, file)).size);
	expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000);
});
