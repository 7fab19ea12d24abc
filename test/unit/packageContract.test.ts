/** A parameter that saved workflows rely on cannot change unnoticed, and what breaks nothing is not called a break. */
import type { INodeProperties, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { compareContracts } from '../../scripts/contract/compareContracts';
import { canonicalText, parametersOf } from '../../scripts/contract/contract';
import type { Contract } from '../../scripts/contract/contract';
import { parametersByVersion } from '../../scripts/contract/readContract';

const listOnly = { show: { operation: ['list'] } };

/** One parameter of every kind that a node can have. */
const parcelProperties = (): INodeProperties[] => [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'list',
		options: [
			{ name: 'List', value: 'list' },
			{ name: 'Send', value: 'send' },
		],
	},
	{ displayName: 'Mind the Step', name: 'notice', type: 'notice', default: '' },
	{ displayName: 'Limit', name: 'limit', type: 'number', default: 50, displayOptions: listOnly },
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		default: 10,
		displayOptions: { show: { operation: ['send'] }, hide: { urgent: [true] } },
	},
	{
		displayName: 'Sender',
		name: 'sender',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list' },
			{ displayName: 'By ID', name: 'id', type: 'string' },
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [
			{ displayName: 'Stamp', name: 'stamp', type: 'string', default: '', description: 'As printed' },
		],
	},
	{
		displayName: 'Contents',
		name: 'contents',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		options: [
			{
				displayName: 'Thing',
				name: 'thing',
				values: [{ displayName: 'Weight', name: 'weight', type: 'number', default: 0, required: true }],
			},
		],
	},
];

const contract = (properties: INodeProperties[]): Contract => ({
	credentials: { parcelApi: [] },
	nodes: { parcel: { '1': parametersOf(properties, '1') } },
});

/** What changes when the parcel node is edited. */
function changesAfter(edit: (properties: INodeProperties[]) => void) {
	const properties = parcelProperties();
	edit(properties);
	return compareContracts(contract(parcelProperties()), contract(properties));
}

/** A parameter of the list, to be edited. */
function at(properties: INodeProperties[], index: number): INodeProperties {
	const property = properties[index];
	if (!property) throw new Error(`There is no parameter ${index}.`);
	return property;
}

const breaking = (...sentences: string[]) => ({
	breaking: sentences.map((sentence) => `node parcel, version 1: ${sentence}`),
	added: [],
});
const added = (...sentences: string[]) => ({
	breaking: [],
	added: sentences.map((sentence) => `node parcel, version 1: ${sentence}`),
});

describe('what a contract holds', () => {
	test('every parameter by its path, with type, default, values and conditions, and no text for people', () => {
		expect(parametersOf(parcelProperties(), '1')).toEqual([
			{ path: 'contents', type: 'fixedCollection', default: {}, multipleValues: true },
			{ path: 'contents.thing.weight', type: 'number', default: 0, required: true },
			{
				path: 'limit',
				type: 'number',
				default: 10,
				displayOptions: { hide: { urgent: [true] }, show: { operation: ['send'] } },
			},
			{ path: 'limit', type: 'number', default: 50, displayOptions: listOnly },
			{ path: 'operation', type: 'options', default: 'list', values: ['list', 'send'] },
			{ path: 'options', type: 'collection', default: {} },
			{ path: 'options.stamp', type: 'string', default: '' },
			{
				path: 'sender',
				type: 'resourceLocator',
				default: { mode: 'list', value: '' },
				values: ['id', 'list'],
			},
		]);
	});

	test('each version of a node has the parameters that are shown for it', () => {
		const node = {
			description: {
				version: [1, 1.1, 2],
				properties: [
					{
						displayName: 'A',
						name: 'a',
						type: 'string',
						default: '',
						displayOptions: { show: { '@version': [1] } },
					},
					{
						displayName: 'A',
						name: 'a',
						type: 'number',
						default: 0,
						displayOptions: { show: { '@version': [{ _cnd: { gte: 1.1 } }], operation: ['list'] } },
					},
					{
						displayName: 'B',
						name: 'b',
						type: 'string',
						default: '',
						displayOptions: { hide: { '@version': [2] } },
					},
				],
			},
		} as unknown as INodeType;
		const later = { path: 'a', type: 'number', default: 0, displayOptions: listOnly };
		const b = { path: 'b', type: 'string', default: '' };
		expect(parametersByVersion(node)).toEqual({
			'1': [{ path: 'a', type: 'string', default: '' }, b],
			'1.1': [later, b],
			'2': [later],
		});
	});

	test('a node with a description for each version has all of them', () => {
		const version = (number: number) => ({
			description: {
				version: number,
				properties: [{ displayName: 'A', name: `a${number}`, type: 'string', default: '' }],
			},
		});
		const node = {
			description: {},
			nodeVersions: { 1: version(1), 2: version(2) },
		} as unknown as IVersionedNodeType;
		expect(parametersByVersion(node)).toEqual({
			'1': [{ path: 'a1', type: 'string', default: '' }],
			'2': [{ path: 'a2', type: 'string', default: '' }],
		});
	});

	test('the order of keys and of equal things means nothing', () => {
		const reversed = parcelProperties().reverse();
		expect(canonicalText(contract(reversed))).toBe(canonicalText(contract(parcelProperties())));
	});
});

describe('what breaks a saved workflow', () => {
	test('a parameter that is gone', () => {
		expect(changesAfter((p) => p.splice(5, 1))).toEqual(
			breaking('options is gone.', 'options.stamp is gone.'),
		);
	});

	test('one of two parameters of a name that is gone', () => {
		expect(changesAfter((p) => p.splice(2, 1))).toEqual(
			breaking('limit is gone under the conditions {"show":{"operation":["list"]}}.'),
		);
	});

	test('another default', () => {
		expect(changesAfter((p) => (at(p, 2).default = 100))).toEqual(
			breaking('limit has the default 100 instead of 50.'),
		);
	});

	test('another type', () => {
		expect(changesAfter((p) => (at(p, 2).type = 'string'))).toEqual(
			breaking('limit has the type "string" instead of "number".'),
		);
	});

	test('a list where there was one value', () => {
		expect(changesAfter((p) => (at(p, 6).typeOptions = {}))).toEqual(
			breaking('contents has the multipleValues null instead of true.'),
		);
	});

	test('an option that is gone', () => {
		expect(changesAfter((p) => at(p, 0).options?.pop())).toEqual(
			breaking('operation has lost the option "send".'),
		);
	});

	test('a mode of a resource locator that is gone', () => {
		expect(changesAfter((p) => at(p, 4).modes?.pop())).toEqual(breaking('sender has lost the option "id".'));
	});

	test('a parameter that is now required', () => {
		expect(changesAfter((p) => (at(p, 4).required = true))).toEqual(breaking('sender is now required.'));
	});

	test('a new parameter that is required', () => {
		const door: INodeProperties = {
			displayName: 'Door',
			name: 'door',
			type: 'string',
			default: '',
			required: true,
		};
		expect(changesAfter((p) => p.push(door))).toEqual(breaking('door is new and required.'));
	});

	test('a parameter that is hidden where it was shown', () => {
		const { breaking: sentences } = changesAfter((p) => (at(p, 5).displayOptions = listOnly));
		expect(sentences).toEqual(['node parcel, version 1: options is gone.']);
		const hidden = changesAfter((p) => (at(p, 2).displayOptions = { ...listOnly, hide: { urgent: [true] } }));
		expect(hidden.breaking).toHaveLength(1);
	});

	test('a node, a version or a credential that is gone', () => {
		const before = contract(parcelProperties());
		expect(compareContracts(before, { credentials: {}, nodes: {} }).breaking).toEqual([
			'credential parcelApi is gone.',
			'node parcel is gone.',
		]);
		expect(compareContracts(before, { ...before, nodes: { parcel: {} } }).breaking).toEqual([
			'node parcel, version 1 is gone.',
		]);
	});
});

describe('what breaks nothing', () => {
	test('nothing changed', () => {
		expect(changesAfter(() => {})).toEqual({ breaking: [], added: [] });
	});

	test('other words', () => {
		expect(changesAfter((p) => (at(p, 2).displayName = 'Most'))).toEqual({ breaking: [], added: [] });
	});

	test('a new optional parameter', () => {
		const door: INodeProperties = { displayName: 'Door', name: 'door', type: 'string', default: '' };
		expect(changesAfter((p) => p.push(door))).toEqual(added('door is new.'));
	});

	test('a new option', () => {
		expect(changesAfter((p) => at(p, 0).options?.push({ name: 'Burn', value: 'burn' } as never))).toEqual(
			added('operation has the new option "burn".'),
		);
	});

	test('a parameter that is no longer required', () => {
		const before = contract(parcelProperties());
		const after = contract(parcelProperties());
		delete after.nodes.parcel?.['1']?.[1]?.required;
		expect(compareContracts(before, after)).toEqual(added('contents.thing.weight is no longer required.'));
	});

	test('a parameter that is shown for one operation more', () => {
		expect(
			changesAfter((p) => (at(p, 2).displayOptions = { show: { operation: ['list', 'count'] } })),
		).toEqual(
			added('limit is shown in more cases: under the conditions {"show":{"operation":["list","count"]}}.'),
		);
	});

	test('a parameter that is hidden in fewer cases', () => {
		expect(changesAfter((p) => (at(p, 3).displayOptions = { show: { operation: ['send'] } }))).toEqual(
			added('limit is shown in more cases: under the conditions {"show":{"operation":["send"]}}.'),
		);
	});

	test('a new version beside the old one', () => {
		const before = contract(parcelProperties());
		const after = { ...before, nodes: { parcel: { ...before.nodes.parcel, '1.1': [] } } };
		expect(compareContracts(before, after)).toEqual({
			breaking: [],
			added: ['node parcel, version 1.1 is new.'],
		});
	});
});
