/**
 * What differs when the node is the tool of an AI agent: n8n then offers the same fields, so those that need another
 * default there are listed twice, once for each use.
 */
import type { INodeProperties } from 'n8n-workflow';

/** A field that is not shown for a tool. */
export function withoutTool(field: INodeProperties): INodeProperties {
	return { ...field, displayOptions: { ...field.displayOptions, hide: { '@tool': [true] } } };
}

/** A field that is shown for a tool only. */
export function onlyTool(field: INodeProperties): INodeProperties {
	const show = { ...field.displayOptions?.show, '@tool': [true] };
	return { ...field, displayOptions: { ...field.displayOptions, show } };
}

/**
 * A default that leaves the value to the agent; the editor shows it as "Defined automatically by the model".
 *
 * @param key letters, digits and underscores; what the agent calls the value
 */
export function fromAi(key: string, description: string): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, 'string') }}`;
}
