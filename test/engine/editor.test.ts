/** What the editor says of the trigger, what its fields mean, and what n8n's AI builder reads of both nodes (design 2). */
import { NodeHelpers, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';
import { readConnection } from '../../nodes/SalesOrderIntegration/http/connection';
import { readSettings } from '../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import type { TriggerSettings } from '../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { orderEventNames } from '../../nodes/SalesOrderIntegration/trigger/events';
import { NOON } from '../support/time';
import { defaultSettings } from '../support/triggerSettings';
import { pollContext, searchList, serve, type ServedSandbox } from './support';
import { nodeTypeNames, nodeTypes } from './support/nodeTypes';
import { makeNode, makeWorkflow } from './support/workflow';

const TRIGGER = 'Trigger';
const description = descriptionOf(nodeTypeNames.trigger);

function descriptionOf(name: string): INodeTypeDescription {
	return nodeTypes.getByNameAndVersion(name).description;
}

/** The hints whose condition holds, worked out as the editor does it before the node has run. */
function hintsFor(parameters: INodeParameters): string[] {
	const node = makeNode(TRIGGER, nodeTypeNames.trigger, parameters);
	const workflow = makeWorkflow({ nodes: [node], connections: {} });
	return (description.hints ?? []).flatMap(({ message, displayCondition, whenToDisplay }) => {
		expect(whenToDisplay).toBe('beforeExecution');
		const isShown = workflow.expression.getSimpleParameterValue(
			workflow.getNode(TRIGGER) ?? node,
			displayCondition,
			'internal',
			{},
		);
		expect(typeof isShown).toBe('boolean');
		return isShown === true ? [message] : [];
	});
}

const once = expect.stringContaining('If the workflow then fails, its orders do not come again');
const untilExternalId = expect.stringMatching(/delivered again.*until 'Set External ID'/);
const fromActivation = expect.stringContaining('before you first published');
const emptyFilter = 'A filter that is empty lets every order through.';
const fromStart = expect.stringContaining("since 'Start From' are delivered too");

test.each<[string, INodeParameters, unknown[]]>([
	['a new trigger', {}, [once, fromActivation]],
	['Delivery Once', { delivery: 'once', options: {} }, [once, fromActivation]],
	['Until External ID Is Set', { delivery: 'untilExternalId' }, [untilExternalId, fromActivation]],
	['Start From', { options: { startFrom: '2026-07-01T00:00:00' } }, [once, fromStart]],
	['an empty Start From', { options: { startFrom: '' } }, [once, fromActivation]],
	['a filter', { filters: { customerCodes: 'C-1' } }, [once, fromActivation]],
	['an empty filter', { filters: { orderTypes: ' ' } }, [once, fromActivation, emptyFilter]],
	['an expression without a value', { filters: { orderTypes: null } }, [once, fromActivation, emptyFilter]],
	[
		'a user who is not chosen',
		{ filters: { createdBy: { __rl: true, mode: 'list', value: '' } } },
		[once, fromActivation, emptyFilter],
	],
])('Before activation, the editor says of %s what is delivered and when', (_, parameters, expected) => {
	expect(hintsFor(parameters)).toEqual(expected);
});

test('The hints name fields by their labels', () => {
	const labels = description.properties
		.flatMap(({ displayName, options = [] }) => [displayName, ...options.map(labelOf)])
		.concat('Set External ID');
	const named = (description.hints ?? []).flatMap(
		({ message }) => message.match(/(?<=')[A-Z][^']+(?=')/g) ?? [],
	);
	expect(named).not.toHaveLength(0);
	for (const name of named) expect(labels).toContain(name);
});

function labelOf(option: { name: string } | { displayName: string }): string {
	return 'displayName' in option ? option.displayName : option.name;
}

test.each([nodeTypeNames.trigger, nodeTypeNames.node])('The AI builder is told how %s is used', (name) => {
	const { builderHint } = descriptionOf(name);
	const { searchHint = '', relatedNodes = [] } = builderHint ?? {};
	expect(searchHint).toContain('no Remove Duplicates');
	expect(searchHint).toMatch(/[Ee]nd (the|a) workflow .*'Set External ID'/);
	for (const { nodeType } of relatedNodes) expect(nodeTypes.getByNameAndVersion(nodeType)).toBeDefined();
	const texts = [searchHint, ...relatedNodes.map(({ relationHint }) => relationHint)];
	expect(texts.join()).not.toContain('={{');
	for (const text of texts) expect(text.length).toBeLessThanOrEqual(200);
});

test.each<[string, INodeParameters]>([
	['once', {}],
	['untilExternalId', { redeliverMinutes: 5, maxDeliveries: 3 }],
	['={{ "once" }}', { redeliverMinutes: 5, maxDeliveries: 3 }],
])('With Delivery %s, the options that depend on it are %j', (delivery, expected) => {
	const parameters = { delivery, options: { redeliverMinutes: 5, maxDeliveries: 3 } };
	const node = makeNode(TRIGGER, nodeTypeNames.trigger, parameters);
	const { properties } = description;
	const shown = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description);
	expect(shown?.options).toEqual(expected);
});

const credential = { baseUrl: 'https://service.example', apiToken: 'token', timezone: 'America/Mexico_City' };

function settingsOf(parameters: INodeParameters = {}): TriggerSettings {
	const { context } = pollContext({ credential, parameters, timezone: 'Europe/Madrid' });
	return readSettings(context, readConnection(credential), orderEventNames, NOON);
}

it('A trigger on which nothing was changed has the default settings', () => {
	expect(settingsOf()).toEqual(defaultSettings);
});

it('Start From without an offset is in the time zone of the workflow', () => {
	const startFrom = { at: Date.parse('2026-03-01T13:30:00Z'), text: '2026-03-01T14:30:00' };
	expect(settingsOf({ options: { startFrom: startFrom.text } })).toEqual({ ...defaultSettings, startFrom });
});

it.each<[string, INodeParameters, Partial<TriggerSettings>]>([
	[
		'a list of texts with blanks',
		{ events: '={{ "Created, deleted".split(",") }}' },
		{ events: ['created', 'deleted'] },
	],
	['one text', { events: '={{ "deleted" }}' }, { events: ['deleted'] }],
	['capitals', { delivery: '={{ "untilExternalID " }}' }, { delivery: 'untilExternalId' }],
	[
		'the text "false"',
		{ options: { pauseDuringMaintenance: '={{ "false" }}', checkTimeZone: '={{ "False" }}' } },
		{ pauseDuringMaintenance: false, checkTimeZone: false },
	],
	['a number as text', { options: { maxOrdersPerRun: '={{ "20" }}' } }, { maxOrdersPerRun: 20 }],
	[
		'nothing in an option, for the default',
		{ options: { maxOrdersPerRun: '={{ null }}', startFrom: '={{ "" }}' } },
		{},
	],
])('An expression may return %s', (_, parameters, changed) => {
	expect(settingsOf(parameters)).toEqual({ ...defaultSettings, ...changed });
});

it.each<[string, INodeParameters]>([
	['a missing variable', { customerCodes: '={{ $vars.customers }}' }],
	['an empty list', { orderTypes: '={{ [] }}' }],
	['null', { createdBy: { __rl: true, mode: 'username', value: '={{ null }}' } }],
])('A filter whose expression returns %s is refused: it would let every order through', (_, filters) => {
	expect(() => settingsOf({ filters })).toThrow(/^Filters that are empty let every order through: '/);
});

it('A filter that was left empty is not refused: the editor says so', () => {
	expect(settingsOf({ filters: { customerCodes: ' ' } }).filters).toEqual({ customerCodes: ' ' });
});

describe('The users behind Created By', () => {
	let served: ServedSandbox;

	beforeEach(async () => {
		served = await serve({ switches: { pageSize: 4 }, sellers: 36 });
	});

	const search = async (filter?: string) =>
		await searchList('searchUsers', { credential: served.credential(), filter });

	test('gives all users, each once', async () => {
		const { results, paginationToken } = await search();
		expect([results.length, new Set(results.map(({ value }) => value)).size]).toEqual([40, 40]);
		expect(paginationToken).toBeUndefined();
		expect(served.sandbox.log.total).toBe(10);
	});

	test.each([null, { toString: 1 }])(
		'shows name and username, and hands on the ID, if it is not %j',
		async (id) => {
			served.sandbox.faults.schedule({ page: 2 }, { kind: 'wrongTypes', values: { id } });
			const { results } = await search();
			expect(results).toHaveLength(36);
			const [first] = served.sandbox.users;
			expect(results[0]).toEqual({ name: `${first?.name} · ${first?.username}`, value: String(first?.id) });
		},
	);

	test('finds by part of the name or the username, on whichever page, without regard to case and accents', async () => {
		const { results: users } = await search();
		const accented = users.find(({ name }) => /[áéíóú]/i.test(name));
		const [name = ''] = accented?.name.split(' · ') ?? [];
		const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
		expect(plain.toLowerCase()).not.toBe(name.toLowerCase());
		expect((await search(` ${plain} `)).results).toEqual([accented]);
		const last = users.at(-1);
		expect((await search(last?.name.split(' · ')[1])).results).toEqual([last]);
	});

	test('what nobody is called gives an empty list, and no endless reading', async () => {
		expect((await search('nobody of that name')).results).toEqual([]);
		expect(served.sandbox.log.total).toBe(10);
	});

	test('a user who is disabled can be chosen, and is shown as such', async () => {
		const values = { enabled: false };
		served.sandbox.faults.schedule({}, { kind: 'wrongTypes', values });
		expect((await search()).results[0]?.name).toMatch(/ · .* \(disabled\)$/);
	});

	test('a user without a name or username is shown by the ID', async () => {
		served.sandbox.switches.pageSize = 100;
		const values = { name: undefined, username: null, enabled: true };
		served.sandbox.faults.schedule({}, { kind: 'wrongTypes', values });
		const { results } = await search();
		expect(results.map(({ name }) => name)).toEqual(results.map(({ value }) => value));
	});
});
