/** `npm run planted-bugs` looks for all of them, which takes long. That each can be planted, and a few, are tested here. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { plantedBugs } from './plantedBugs/bugs';
import { planted } from './plantedBugs/plantedBug';
import { Plot } from './plantedBugs/plot';
import { worldTraits } from './worldTraits';

const FEW = [
	'orders are forgotten while windows still show them',
	'a poll whose workflow was saved meanwhile still delivers',
];

const root = path.resolve(__dirname, '../..');

test.each(plantedBugs)('this bug can be planted: $name', (bug) => {
	const source = readFileSync(path.join(root, 'nodes/SalesOrderIntegration/trigger', bug.file), 'utf8');
	expect(planted(bug, source)).not.toBe(source);
});

test.each(plantedBugs)('its worlds exist: $name', ({ traits = [] }) => {
	expect(worldTraits.map(({ name }) => name)).toEqual(expect.arrayContaining(traits));
});

test('a bug whose text the file no longer has is an error', () => {
	const bug = { name: 'a bug', file: 'a.ts', find: 'old', replace: 'new' };
	expect(() => planted(bug, 'something else')).toThrow('a bug: a.ts has its text 0 times');
	expect(() => planted(bug, 'old and old')).toThrow('a bug: a.ts has its text 2 times');
});

let plot: Plot;
beforeAll(async () => {
	plot = await Plot.prepare();
});
afterAll(async () => await plot.clear());

test.each(FEW)('the simulation finds: %s', async (name) => {
	const bug = plantedBugs.find((each) => each.name === name);
	expect(bug && (await plot.find(bug, 1))).toMatchObject({ world: 1 });
});
