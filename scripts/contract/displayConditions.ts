/** When the editor shows a parameter, and so when the node may read it. */
import { NodeHelpers } from 'n8n-workflow';
import type { IDisplayOptions } from 'n8n-workflow';
import { canonical, canonicalText } from './canonicalJson';
import type { Json } from './canonicalJson';

/**
 * Accepted values by the path of the parameter they are compared with. All of `show` must hold at once; one of `hide`
 * is enough to hide. Conditions on the version of the node are no part of it.
 */
export interface DisplayConditions {
	show?: Record<string, Json[]>;
	hide?: Record<string, Json[]>;
}

const VERSION = '@version';

/** Whether a parameter with these display options exists in a version of the node; credentials have no versions. */
export function existsIn(options: IDisplayOptions | undefined, version: string | undefined): boolean {
	if (version === undefined) return true;
	const { show, hide } = options ?? {};
	const holds = (conditions: IDisplayOptions['show']) =>
		NodeHelpers.checkConditions(conditions?.[VERSION] ?? [], [Number(version)]);
	return (show?.[VERSION] === undefined || holds(show)) && (hide?.[VERSION] === undefined || !holds(hide));
}

/**
 * The conditions of a parameter: its own, and those of the collection it lies in.
 *
 * @param scope path of that collection; an own condition names a parameter beside the own one, or begins with `/`
 */
export function conditionsWithin(
	scope: string[],
	outer: DisplayConditions,
	options: IDisplayOptions | undefined,
): DisplayConditions {
	const show = { ...outer.show };
	for (const [path, values] of ownConditions(scope, options?.show)) {
		const before = show[path];
		show[path] = before ? values.filter((value) => includes(before, value)) : values;
	}
	const hide = { ...outer.hide };
	for (const [path, values] of ownConditions(scope, options?.hide)) {
		const before = hide[path] ?? [];
		hide[path] = [...before, ...values.filter((value) => !includes(before, value))];
	}
	return {
		...(Object.keys(show).length > 0 && { show }),
		...(Object.keys(hide).length > 0 && { hide }),
	};
}

/** Whether every state of a node that fulfils `narrow` also fulfils `wide`. */
export function isAtLeastAsWide(wide: DisplayConditions = {}, narrow: DisplayConditions = {}): boolean {
	const { show = {}, hide = {} } = narrow;
	return (
		Object.entries(wide.show ?? {}).every(([path, values]) => isSubset(show[path], values)) &&
		Object.entries(wide.hide ?? {}).every(([path, values]) => isSubset(values, hide[path] ?? []))
	);
}

function ownConditions(scope: string[], conditions: IDisplayOptions['show']): Array<[string, Json[]]> {
	return Object.entries(conditions ?? {})
		.filter(([name]) => name !== VERSION)
		.map(([name, values]) => [
			name.startsWith('/') ? name.slice(1) : [...scope, name].join('.'),
			(values ?? []).map(canonical),
		]);
}

const isSubset = (part: Json[] | undefined, whole: Json[]) =>
	part !== undefined && part.every((value) => includes(whole, value));

const includes = (values: Json[], wanted: Json) =>
	values.some((value) => canonicalText(value) === canonicalText(wanted));
