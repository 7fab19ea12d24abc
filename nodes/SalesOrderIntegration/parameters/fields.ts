/** Fields that look alike wherever the editor shows them. */
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** A text between the fields. */
export function notice(name: string, displayName: string, displayOptions?: IDisplayOptions): INodeProperties {
	return { displayName, name, type: 'notice', default: '', ...(displayOptions && { displayOptions }) };
}

/** The collection Options or Filters: fields that the user adds where they are needed, in alphabetical order. */
export function collection(
	entry: 'Option' | 'Filter',
	options: INodeProperties[],
	description?: string,
): INodeProperties {
	return {
		displayName: `${entry}s`,
		name: `${entry.toLowerCase()}s`,
		type: 'collection',
		placeholder: `Add ${entry}`,
		default: {},
		...(description && { description }),
		options: options.toSorted((one, other) => one.displayName.localeCompare(other.displayName)),
	};
}

/** A date and a time, or an expression that gives them. */
export function dateField(displayName: string, name: string, description: string): INodeProperties {
	return { displayName, name, type: 'dateTime', default: '', description };
}

/** A field with another default in the tool of an AI agent: it is listed twice, once for each use. */
export function withToolDefault(
	field: INodeProperties,
	toolDefault: INodeProperties['default'],
): INodeProperties[] {
	return [
		{ ...field, displayOptions: { hide: { '@tool': [true] } } },
		{ ...field, default: toolDefault, displayOptions: { show: { '@tool': [true] } } },
	];
}

/**
 * A default that leaves the value to the agent, which calls it `key` (letters, digits and underscores).
 *
 * @param otherwise what it is if the agent leaves it out; by default, the agent must give it
 */
export function fromAi(key: string, description: string, otherwise?: string): string {
	const last = otherwise === undefined ? '' : `, '${otherwise}'`;
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, 'string'${last}) }}`;
}
