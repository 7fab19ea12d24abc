/** A parameter that saved workflows rely on cannot change unnoticed, and what breaks nothing is not called a break. */
import type { INodeProperties } from 'n8n-workflow';
import { compareContracts } from '../../../scripts/contract/compareContracts';
import { contract, listOnly, parcelProperties } from './packageContractFixture';

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

describe('what breaks a saved workflow', () => {
	test('a parameter that is gone', () => {
		expect(changesAfter((p) => p.splice(5, 1))).toEqual(
			breaking('options is gone.', 'options.stamp is gone.'),
		);
	});

	test('one of two parameters of a name that is gone', () => {
		expect(changesAfter((p) => p.splice(2, 1))).toEqual(
			breaking('limit ({"show":{"operation":["list"]}}) is gone.'),
		);
	});

	test('another default', () => {
		expect(changesAfter((p) => (at(p, 2).default = 100))).toEqual(
			breaking('limit ({"show":{"operation":["list"]}}) has the default 100 instead of 50.'),
		);
	});

	test('another type', () => {
		expect(changesAfter((p) => (at(p, 2).type = 'string'))).toEqual(
			breaking('limit ({"show":{"operation":["list"]}}) has the type "string" instead of "number".'),
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
		expect(sentences).toEqual([
			'node parcel, version 1: options is gone.',
			'node parcel, version 1: options.stamp is gone.',
		]);
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
			added(
				'limit ({"show":{"operation":["list"]}}) is shown in more cases: {"show":{"operation":["list","count"]}}.',
			),
		);
	});

	test('a parameter that is hidden in fewer cases', () => {
		expect(changesAfter((p) => (at(p, 3).displayOptions = { show: { operation: ['send'] } }))).toEqual(
			added(
				'limit ({"hide":{"urgent":[true]},"show":{"operation":["send"]}}) is shown in more cases: {"show":{"operation":["send"]}}.',
			),
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
