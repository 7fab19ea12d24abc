/**
 * What saved workflows refer to: every parameter with its type, default, choices, and when it is shown. No change of a
 * recorded line may reach users, an additional line may. More: CONTRIBUTING.md, "Change a parameter".
 */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { SalesOrderIntegrationApi } from '../../../credentials/SalesOrderIntegrationApi.credentials';
import { SalesOrderIntegration } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegration.node';
import { SalesOrderIntegrationTrigger } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegrationTrigger.node';

test.each([
	['the credential', new SalesOrderIntegrationApi()],
	['the node', new SalesOrderIntegration().description],
	['the trigger', new SalesOrderIntegrationTrigger().description],
])('%s has the parameters that saved workflows rely on', (_, { name, properties, ...description }) => {
	const versions = 'version' in description ? `version ${String(description.version)}` : 'no versions';
	expect(`\n${[`${name}, ${versions}`, ...linesOf(properties)].join('\n')}\n`).toMatchSnapshot();
});

/** A line for each parameter, and one below it for each case in which it is shown, unless it always is. */
function linesOf(properties: INodeProperties[]): string[] {
	const cases = new Map<string, string[]>();
	for (const [parameter, shown] of parametersOf(properties)) {
		cases.set(parameter, [...(cases.get(parameter) ?? []), ...(shown === '' ? [] : [shown])]);
	}
	return [...cases].sort().flatMap(([parameter, shown]) => [parameter, ...shown.sort().map(indented)]);
}

/** Each parameter with its conditions; what lies in a collection has the path and the conditions of that before its own. */
function parametersOf(
	properties: INodeProperties[],
	scope = '',
	outer = '',
): Array<[parameter: string, shown: string]> {
	return properties.flatMap((property) => {
		const { name, type, required, typeOptions, displayOptions, options = [] } = property;
		const path = scope + name;
		const shown = outer + (displayOptions ? JSON.stringify(displayOptions) : '');
		// A notice is a text and has no value.
		if (type === 'notice') return [];
		const traits = [required && 'required', typeOptions?.multipleValues && 'several'].filter(Boolean);
		const parameter = [`${path}: ${type} = ${JSON.stringify(property.default)}`, ...traits].join(', ');
		const own: [string, string] = [parameter + choicesOf(property), shown];
		if (type === 'collection') return [own, ...parametersOf(options as INodeProperties[], `${path}.`, shown)];
		if (type !== 'fixedCollection') return [own];
		const groups = options as INodePropertyCollection[];
		return [own, ...groups.flatMap((group) => parametersOf(group.values, `${path}.${group.name}.`, shown))];
	});
}

/** The values of a choice or the modes of a locator, in lines that can be read. Time zones are those of the machine. */
function choicesOf({ name, options = [], modes = [], type }: INodeProperties): string {
	const choices = /^(options|multiOptions)$/.test(type) && name !== 'timezone' ? options : [];
	const values = choices.map((choice) => String((choice as INodePropertyOptions).value));
	const sorted = [...values, ...modes.map((mode) => mode.name)].sort().join(' ');
	return sorted.replaceAll(/(.{1,100})(?: |$)/g, (_, line: string) => `\n${indented(line)}`);
}

const indented = (text: string) => `  ${text}`;
