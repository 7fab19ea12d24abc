/** What the editor says of the trigger before activation, and what n8n's AI builder reads of both nodes. */
import { NodeHelpers, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';
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
const fromActivation = expect.stringContaining('before you first activated');
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
