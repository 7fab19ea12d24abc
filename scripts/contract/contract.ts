/** What saved workflows rely on: the parameters of every version of every node, and the fields of every credential. */
import { NodeHelpers } from 'n8n-workflow';
import type {
	IDisplayOptions,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

const { checkConditions } = NodeHelpers;

/** A JSON value, with sorted keys wherever order means nothing. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** One parameter as a saved workflow sees it. Texts that only people read are no part of it. */
export interface ContractParameter {
	/** Where its value is found: names joined by dots, from the outermost collection inwards. */
	path: string;
	type: string;
	default: Json;
	/** Values of an options list or names of the modes of a resource locator, sorted; absent for other types. */
	values?: Json[];
	required?: true;
	/** Whether the value is a list of what the type says. */
	multipleValues?: true;
	/** When the editor shows the parameter and the node may read it; conditions on the node version are left out. */
	displayOptions?: Json;
}

/** Parameters sorted by path, those of one path by what they are shown for. */
export type ContractParameters = ContractParameter[];

/** The contract of a whole package. */
export interface Contract {
	/** By name of the credential. */
	credentials: Record<string, ContractParameters>;
	/** By name of the node, then by version, such as "1" or "1.1". */
	nodes: Record<string, Record<string, ContractParameters>>;
}

/** The versions of a node description, as they are keyed in a contract. */
export const versionsOf = (version: number | number[]): string[] => [version].flat().map(String);

/** The parameters that one version of a node has. Conditions on `@version` are applied, others are kept. */
export function parametersOf(properties: INodeProperties[], version?: string): ContractParameters {
	return properties
		.flatMap((property) => describe(property, [], version))
		.sort((a, b) => compareTexts(sortKey(a), sortKey(b)));
}

/** The same text for the same value, however its keys are ordered. */
export const canonicalText = (value: unknown): string => JSON.stringify(canonical(value));

const sortKey = (parameter: ContractParameter) =>
	`${parameter.path}\n${canonicalText(parameter.displayOptions ?? null)}`;

const compareTexts = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function describe(
	property: INodeProperties,
	parents: string[],
	version: string | undefined,
): ContractParameter[] {
	if (!existsIn(property.displayOptions, version)) return [];
	// A notice is text in the editor and holds no value.
	if (property.type === 'notice') return [];
	const path = [...parents, property.name];
	const values = valuesOf(property);
	const displayOptions = withoutVersion(property.displayOptions);
	const own: ContractParameter = {
		path: path.join('.'),
		type: property.type,
		default: canonical(property.default),
		...(values && { values }),
		...(property.required && { required: true as const }),
		...(property.typeOptions?.multipleValues && { multipleValues: true as const }),
		...(displayOptions && { displayOptions }),
	};
	return [
		own,
		...nestedProperties(property, path).flatMap(([nested, above]) => describe(nested, above, version)),
	];
}

function valuesOf({ type, options, modes }: INodeProperties): Json[] | undefined {
	if (type === 'resourceLocator') return (modes ?? []).map(({ name }) => name).sort(compareTexts);
	if (type !== 'options' && type !== 'multiOptions') return undefined;
	const values = ((options ?? []) as INodePropertyOptions[]).map(({ value }) => canonical(value));
	return values.sort((a, b) => compareTexts(JSON.stringify(a), JSON.stringify(b)));
}

function nestedProperties(
	{ type, options = [] }: INodeProperties,
	path: string[],
): Array<[INodeProperties, string[]]> {
	if (type === 'collection') return (options as INodeProperties[]).map((nested) => [nested, path]);
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ name, values }) =>
		values.map((nested): [INodeProperties, string[]] => [nested, [...path, name]]),
	);
}

function existsIn(displayOptions: IDisplayOptions | undefined, version: string | undefined): boolean {
	if (version === undefined) return true;
	const { show, hide } = displayOptions ?? {};
	const holds = (conditions: IDisplayOptions['show']) =>
		checkConditions(conditions?.['@version'] ?? [], [Number(version)]);
	return (
		(show?.['@version'] === undefined || holds(show)) && (hide?.['@version'] === undefined || !holds(hide))
	);
}

function withoutVersion(displayOptions: IDisplayOptions | undefined): Json | undefined {
	const kept = Object.entries(displayOptions ?? {}).flatMap(([kind, conditions]) => {
		const others = Object.entries((conditions ?? {}) as object).filter(([name]) => name !== '@version');
		return others.length > 0 ? [[kind, Object.fromEntries(others)] as const] : [];
	});
	return kept.length > 0 ? canonical(Object.fromEntries(kept)) : undefined;
}

function canonical(value: unknown): Json {
	if (Array.isArray(value)) return value.map(canonical);
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
		return Object.fromEntries(
			entries.sort(([a], [b]) => compareTexts(a, b)).map(([key, inner]) => [key, canonical(inner)]),
		);
	}
	return (value ?? null) as Json;
}
