/** Tells of expressions that returned nothing where a value would have limited a list. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Hints } from '../errors/hints';
import { valueAt } from '../lists/wire';
import { locatorValue } from '../parameters/values';

/**
 * Adds a hint for each of the fields in which an expression returned nothing for this item: the list is then wider than
 * the user wanted. A field that was left empty is meant so.
 *
 * @param folder the collection in which the fields are, such as `filters`; none for fields of the node itself
 */
export function noteEmptyExpressions(
	context: IExecuteFunctions,
	itemIndex: number,
	hints: Hints,
	fields: INodeProperties[],
	folder?: string,
): void {
	for (const { name, displayName } of fields) {
		const path = folder ? `${folder}.${name}` : name;
		const entered = locatorValue(valueAt(context.getNode().parameters, path));
		if (typeof entered !== 'string' || !/^=\s*\S/.test(entered)) continue;
		const value = locatorValue(context.getNodeParameter(path, itemIndex, ''));
		// A list without texts, or a text of commas alone, is nothing too.
		if (!/^[\s,]*$/.test(String(value ?? ''))) continue;
		hints.add('emptyExpression', `The expression in '${displayName}' returned nothing, so it sets no limit.`);
	}
}
