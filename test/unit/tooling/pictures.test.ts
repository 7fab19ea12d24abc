/** The pictures of the pages: light and dark, each on a page, and which of them are out of date. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import {
	fingerprintOf,
	pictureNames,
	picturesFolder,
	stalePictures,
} from '../../../scripts/pictures/sources';

const root = path.resolve(__dirname, '../../..');

test('a picture is out of date when what it shows has changed, and no other is', () => {
	const taken = Object.fromEntries(pictureNames.map((name) => [name, fingerprintOf(name)]));
	expect(stalePictures({ ...taken, node: 'another' })).toEqual(['node']);
});

test('every picture is there, light and dark, and on a page', () => {
	const files = readdirSync(picturesFolder).filter((file) => file.endsWith('.webp'));
	const expected = pictureNames.flatMap((name) => [`${name}.dark.webp`, `${name}.light.webp`]);
	expect(files.sort()).toEqual(expected.sort());
	const pages = ['README.md', 'docs/fields.md', 'docs/reference.md', 'docs/troubleshooting.md']
		.map((page) => readFileSync(path.join(root, page), 'utf8'))
		.join();
	expect(files.filter((file) => !pages.includes(`pictures/${file}"`))).toEqual([]);
});
