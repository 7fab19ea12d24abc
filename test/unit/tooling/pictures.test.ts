/** The pictures of the pages: light and dark, each on a page, and which of them are out of date. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import {
	fingerprintOf,
	pictureNames,
	picturesFolder,
	stalePictures,
} from '../../../scripts/pictures/sources';

const root = path.resolve(__dirname, '../../..');
const files = readdirSync(picturesFolder).filter((file) => file.endsWith('.webp'));

test('a picture is out of date when what it shows has changed, and no other is', () => {
	const taken = Object.fromEntries(pictureNames.map((name) => [name, fingerprintOf(name)]));
	expect(stalePictures(taken)).toEqual([]);
	expect(stalePictures({ ...taken, node: 'another' })).toEqual(['node']);
	expect(new Set(Object.values(taken)).size).toBe(pictureNames.length);
});

test('only the release insists on fresh pictures', () => {
	const { hooks } = JSON.parse(readFileSync(path.join(root, '.release-it.json'), 'utf8')) as {
		hooks: Record<string, string[]>;
	};
	expect(hooks['before:init']).toContain('npx tsx scripts/pictures.ts --check');
});

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
