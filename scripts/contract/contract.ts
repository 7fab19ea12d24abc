/** What saved workflows rely on: the parameters of every version of every node, and the fields of every credential. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { canonical, canonicalText, compareTexts } from './canonicalJson';
import type { Json } from './canonicalJson';
import { conditionsWithin, existsIn } from './displayConditions';
import type { DisplayConditions } from './displayConditions';

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
	/** When the parameter exists, within the version of the node; absent when it always does. */
	conditions?: DisplayConditions;
}

/** Parameters sorted by path, those of one path by their conditions. */
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

/** The parameters that one version of a node has, or a credential, which has no versions. */
export function parametersOf(properties: INodeProperties[], version?: string): ContractParameters {
	const described = properties.flatMap((property) =>
		describe(property, { path: [], conditions: {}, version }),
	);
	const byText = new Map(described.map((parameter) => [sortKey(parameter), parameter]));
	return [...byText].sort(([a], [b]) => compareTexts(a, b)).map(([, parameter]) => parameter);
}

/** What a parameter lies in. */
interface Surroundings {
	path: string[];
	conditions: DisplayConditions;
	version: string | undefined;
}

const sortKey = (parameter: ContractParameter) =>
	[parameter.path, canonicalText(parameter.conditions), canonicalText(parameter)].join('\n');

function describe(
	property: INodeProperties,
	{ path: scope, conditions: outer, version }: Surroundings,
): ContractParameters {
	// A notice is text in the editor and holds no value.
	if (property.type === 'notice' || !existsIn(property.displayOptions, version)) return [];
	const path = [...scope, property.name];
	const values = valuesOf(property);
	const conditions = conditionsWithin(scope, outer, property.displayOptions);
	const own: ContractParameter = {
		path: path.join('.'),
		type: property.type,
		default: canonical(property.default),
		...(values && { values }),
		...(property.required && { required: true as const }),
		...(property.typeOptions?.multipleValues && { multipleValues: true as const }),
		...(Object.keys(conditions).length > 0 && { conditions }),
	};
	const nested = nestedProperties(property).flatMap(({ group, properties }) =>
		properties.flatMap((inner) => describe(inner, { path: [...path, ...group], conditions, version })),
	);
	return [own, ...nested];
}

function valuesOf({ type, options, modes }: INodeProperties): Json[] | undefined {
	if (type === 'resourceLocator') return (modes ?? []).map(({ name }) => name).sort(compareTexts);
	if (type !== 'options' && type !== 'multiOptions') return undefined;
	const values = ((options ?? []) as INodePropertyOptions[]).map(({ value }) => canonical(value));
	return values.sort((a, b) => compareTexts(JSON.stringify(a), JSON.stringify(b)));
}

function nestedProperties({
	type,
	options = [],
}: INodeProperties): Array<{ group: string[]; properties: INodeProperties[] }> {
	if (type === 'collection') return [{ group: [], properties: options as INodeProperties[] }];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).map(({ name, values }) => ({
		group: [name],
		properties: values,
	}));
}
