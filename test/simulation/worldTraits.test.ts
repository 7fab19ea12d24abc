/** Worlds draw by name: what is added to one part changes no other. And every trait is explained to readers. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { scenarioOf } from './scenario';
import { worldTraits } from './worldTraits';

test('a trait changes nothing but what it is about', () => {
	for (const seed of [1, 2, 3]) {
		const without = scenarioOf(seed, ['none']);
		const { traits, ...others } = scenarioOf(seed, ['n8n 1.123']);
		expect(traits).toEqual(['n8n 1.123']);
		expect(others).toEqual({ ...without, engine: 'plain1', traits: undefined });
	}
});

test.each(worldTraits)('docs/internals/simulation.md explains: $name', ({ name }) => {
	const page = readFileSync(path.resolve(__dirname, '../../docs/internals/simulation.md'), 'utf8');
	expect(page).toContain(`| ${name} |`);
});
