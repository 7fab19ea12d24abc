/** What holds for every example, by the word of a real n8n. What each of them does: examplesInside and its neighbours. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { NodeHelpers, type INode, type INodeProperties } from 'n8n-workflow';
import { ExampleHost } from './support/exampleHost';

const examplesFolder = path.resolve(__dirname, '../../examples');
const running = new ExampleHost();

test('every example uses only nodes, operations and parameters that this n8n knows, and is explained by notes', async () => {
	// n8n lists a type once for each generation of its versions.
	const types = await running.host.nodeTypes();
	for (const file of await readdir(examplesFolder)) {
		const { nodes } = await running.example(file.replace('.json', ''));
		expect(nodes.some(({ type }) => type === 'n8n-nodes-base.stickyNote')).toBe(true);
		for (const { name, type, typeVersion, parameters } of nodes) {
			const description = types.find(
				(known) => known.name === type && [known.version].flat().includes(typeVersion),
			);
			if (!description) throw new Error(`${file}: ${name} is of the unknown type ${type} ${typeVersion}`);
			const values = NodeHelpers.getNodeParameters(
				description.properties,
				parameters,
				true,
				false,
				{ typeVersion },
				description,
			);
			// n8n drops what it does not know, and what it does not show for this operation.
			expect({ file, name, ...values }).toMatchObject({ file, name, ...parameters });
			for (const option of optionsChosen(description.properties, parameters))
				expect({ file, name, ...option }).toEqual({ file, name, ...option, isKnown: true });
		}
	}
});

/** The choices of these parameters that come from a fixed list, and whether they are on it. */
function optionsChosen(properties: INodeProperties[], parameters: INode['parameters']) {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const lists = properties.filter((property) => property.name === name && property.type === 'options');
		const fixed = lists.filter(({ options = [] }) => options.length > 0);
		if (fixed.length === 0 || String(value).startsWith('=')) return [];
		const known = fixed.flatMap(({ options = [] }) =>
			options.map((option) => ('value' in option ? option.value : undefined)),
		);
		return [{ parameter: name, value, isKnown: known.includes(value as string) }];
	});
}
