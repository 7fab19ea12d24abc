/** Tells of expressions that gave nothing where a value would have set a limit. */
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Hints } from '../errors/hints';
import { isRecord, valueAt } from '../lists/wire';

/**
 * To be called for a parameter that gave nothing. A field that was left empty is meant so; an expression in it was
 * meant to set a limit, and without one the list is wider than anybody wanted.
 *
 * @param path where the parameter stands, such as `filters.billed`
 * @param field what the editor calls it
 */
export function noteEmptyExpression(
	context: Pick<IExecuteFunctions, 'getNode'>,
	hints: Hints,
	path: string,
	field: string,
): void {
	const parameter = valueAt(context.getNode().parameters, path);
	// The expression of a resource locator stands inside it.
	const written = isRecord(parameter) ? parameter.value : parameter;
	if (typeof written !== 'string' || !/^=\s*\S/.test(written)) return;
	hints.add('emptyExpression', `The expression in ${field} gave nothing, so it sets no limit.`);
}
