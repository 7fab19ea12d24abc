/** The contract of a package holds what saved workflows rely on, and nothing that only people read. */
import type { INodeProperties, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { canonicalText } from '../../../scripts/contract/canonicalJson';
import { parametersOf } from '../../../scripts/contract/contract';
import { fieldsOf, parametersByVersion } from '../../../scripts/contract/readContract';
import { contract, listOnly, parcelProperties } from './packageContractFixture';

describe('what a contract holds', () => {
	test('every parameter by its path, with type, default, values and conditions, and no text for people', () => {
		expect(parametersOf(parcelProperties(), '1')).toEqual([
			{ path: 'contents', type: 'fixedCollection', default: {}, multipleValues: true },
			{ path: 'contents.thing.weight', type: 'number', default: 0, required: true },
			{
				path: 'limit',
				type: 'number',
				default: 10,
				conditions: { hide: { urgent: [true] }, show: { operation: ['send'] } },
			},
			{ path: 'limit', type: 'number', default: 50, conditions: listOnly },
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
		const later = { path: 'a', type: 'number', default: 0, conditions: listOnly };
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

	test('what lies in a collection exists where the collection does', () => {
		const stamp = (show: Record<string, string[]>): INodeProperties => ({
			displayName: 'Stamp',
			name: 'stamp',
			type: 'string',
			default: '',
			displayOptions: { show },
		});
		const options = (operation: string, nested: INodeProperties): INodeProperties => ({
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			default: {},
			displayOptions: { show: { operation: [operation, 'both'] } },
			options: [nested],
		});
		const parameters = parametersOf([
			options('list', stamp({ colour: ['red'] })),
			options('send', stamp({ '/operation': ['send'] })),
		]);
		expect(
			parameters.filter(({ path }) => path === 'options.stamp').map(({ conditions }) => conditions),
		).toEqual([
			{ show: { operation: ['list', 'both'], 'options.colour': ['red'] } },
			{ show: { operation: ['send'] } },
		]);
	});

	test("of the time zones of a credential, which are the host's, only the field is held", () => {
		const timezone = (value: string): INodeProperties => ({
			displayName: 'Timezone',
			name: 'timezone',
			type: 'options',
			default: 'UTC',
			options: [{ name: value, value }],
		});
		expect(fieldsOf([timezone('Africa/Asmara')])).toEqual([
			{ path: 'timezone', type: 'options', default: 'UTC' },
		]);
		expect(fieldsOf([{ ...timezone('a'), name: 'region' }])).toEqual([
			{ path: 'region', type: 'options', default: 'UTC', values: ['a'] },
		]);
	});

	test('the order of keys and of equal things means nothing', () => {
		const reversed = parcelProperties().reverse();
		expect(canonicalText(contract(reversed))).toBe(canonicalText(contract(parcelProperties())));
	});
});
