/**
 * What differs when the node is the tool of an AI agent: n8n then offers the same fields, so those that need another
 * default there are listed twice, once for each use.
 */
import type { INodeProperties } from 'n8n-workflow';

/** A field that has this default when the node is a tool, and its own otherwise. */
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
 * A default that leaves the value to the agent; the editor shows it as "Defined automatically by the model".
 *
 * @param key letters, digits and underscores; what the agent calls the value
 */
export function fromAi(key: string, description: string): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, 'string') }}`;
}
