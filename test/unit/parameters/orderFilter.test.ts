/** The order filters that lists and trigger share: what passes, and which values no order had. */
import type { INodeProperties } from 'n8n-workflow';
import {
	createdOrderFilters,
	readOrderFilter,
	sentenceOfUnmatched,
} from '../../../nodes/SalesOrderIntegration/parameters/orderFilter';

const zones = { workflowZone: 'America/Mexico_City', tokenZone: 'America/Mexico_City' };
const order = (code: string, type = 'Sale', id = 7) => ({
	customer: { code },
	type: { id: 1, description: type },
	createdBy: { id, username: 'Maria' },
});
const filterOf = (filters: Parameters<typeof readOrderFilter>[0]) => readOrderFilter(filters, zones);

test('every filter that is set must let an order through', () => {
	const filter = filterOf({ customerCodes: 'C-1, C-2', orderTypes: '1', createdBy: '7' });
	expect(filter.matches(order('c-2'))).toBe(true);
	expect(filter.matches(order('C-3'))).toBe(false);
	expect(filter.matches(order('C-1', 'Sale', 8))).toBe(false);
});

test('none lets every order through and has nothing to tell, and an odd flag passes', () => {
	expect(filterOf({ billed: 'true' }).matches({ billed: { toString: 1 } })).toBe(true);
	const filter = filterOf({ customerCodes: ' , ', orderTypes: [], createdBy: { mode: 'list', value: '' } });
	expect(filter.matches({})).toBe(true);
	expect(filter.values(false)).toEqual([]);
});

test.each(['C-1, C-2', 'C-1;C-2', 'C-1\nC-2', 'C-1\r\nC-2', ' C-1 ; C-2 ,', [['C-1', 'C-2']]])(
	'codes may be separated by commas, semicolons or line breaks, or be in a list in a list: %j',
	(customerCodes) => {
		const filter = filterOf({ customerCodes });
		expect(['C-1', 'C-2', 'C-3'].map((code) => filter.matches(order(code)))).toEqual([true, true, false]);
	},
);

test('accents, case and double blanks make no difference', () => {
	const filter = filterOf({ orderTypes: 'preventa  RÁPIDA' });
	expect(filter.matches(order('C-1', 'Preventa rapida'))).toBe(true);
	expect(filter.matches(order('C-1', 'Preventarapida'))).toBe(false);
});

test('a plain value in place of an object is the code, the type or the user', () => {
	const plain = { customer: 'C-1', type: 'A, b', createdBy: 7 };
	expect(filterOf({ customerCodes: 'c-1', orderTypes: ['a, b'], createdBy: '7' }).matches(plain)).toBe(true);
	const byName = filterOf({ createdBy: { mode: 'username', value: 'maria' } });
	expect(byName.matches({ createdBy: 'Maria' })).toBe(true);
	expect(filterOf({ createdBy: '8' }).matches(plain)).toBe(false);
});

test('filters that were added and are empty are named', () => {
	const createdBy = { __rl: true, mode: 'list', value: '' };
	expect(filterOf({ createdBy, customerCodes: ' ; ', orderTypes: 'Sale', billed: false }).empty).toBe(
		"Filters that are empty let every order through: 'Created By', 'Customer Codes'. With an expression, check what it returns.",
	);
	expect(filterOf({ orderTypes: 'Sale', externalId: 'any' }).empty).toBeUndefined();
	expect(filterOf({}).empty).toBeUndefined();
});

test('the values that no order had are told, even if another filter removed the orders that have the rest', () => {
	const filter = filterOf({ customerCodes: 'C-1, C-2', createdBy: { mode: ' Username ', value: 'jose' } });
	expect(filter.values(false)).toEqual([]);
	filter.matches(order('C-1'));
	expect(sentenceOfUnmatched(filter.values(false))).toBe(
		"None of the orders in the time window has 'Created By' jose, 'Customer Codes' C-2. Check the spelling of this filter.",
	);
});

test('no more than ten of them are named', () => {
	const filter = filterOf({ customerCodes: Array.from({ length: 800 }, (_, number) => `C-${number}`) });
	filter.matches(order('other'));
	expect(sentenceOfUnmatched(filter.values(false))).toContain("'Customer Codes' C-9 and 790 more. Check");
	const long = filterOf({ customerCodes: 'x'.repeat(100_000) });
	long.matches(order('other'));
	expect(sentenceOfUnmatched(long.values(false))?.length).toBeLessThan(500);
});

test('a deletion in the second in which Deleted From lies may belong to it, and one without a date passes', () => {
	const filter = filterOf({ deletedFrom: '2026-07-14T06:00:00.900Z', deletedTo: '2026-07-14T06:00:10Z' });
	const passes = (dateDeleted: unknown) => filter.matches({ dateDeleted });
	expect(['2026-07-14T06:00:00Z', '2026-07-14T06:00:10Z', null, 'soon'].map(passes)).not.toContain(false);
	expect(['2026-07-14T05:59:59Z', '2026-07-14T06:00:11Z'].map(passes)).not.toContain(true);
});

test.each([
	['Customer Codes', { customerCodes: { code: 'C-1' } }],
	['Order Types', { orderTypes: [true] }],
	['Billed', { billed: 'maybe' }],
	['Exported', { exported: 'maybe' }],
	['External ID', { externalId: 'maybe' }],
])('a value that cannot be used is named by its field: %s', (field, filters) => {
	expect(() => filterOf(filters)).toThrow(`'${field}' cannot be`);
});

test('of the three choices that the editor offers, one lets every order through, and two part the orders', () => {
	const orders = [
		{ billed: true, exported: true, externalId: 'SO-1' },
		{ billed: 'No', exported: 'false', externalId: null },
	];
	const fields = (createdOrderFilters.options ?? []) as INodeProperties[];
	const choices = fields.filter(({ type }) => type === 'options');
	const passed = choices.map(({ displayName, name, options = [] }) => [
		displayName,
		...options.map((option) => {
			const filter = filterOf({ [name]: 'value' in option ? option.value : undefined });
			return `${option.name}: ${orders.map((order) => filter.matches(order)).join()}`;
		}),
	]);
	expect(passed).toEqual([
		['Billed', 'Any: true,true', 'Billed: true,false', 'Not Billed: false,true'],
		['Exported', 'Any: true,true', 'Exported: true,false', 'Not Exported: false,true'],
		['External ID', 'Any: true,true', 'Missing: false,true', 'Present: true,false'],
	]);
});
