/** The worked example of CONTRIBUTING.md, followed literally: one file and two lines make an event of the trigger. */
import { join } from 'node:path';
import type { INodePropertyOptions, INodeType } from 'n8n-workflow';
import type * as PollWithState from '../../../nodes/SalesOrderIntegration/trigger/pollWithState';
import type { TriggerSettings } from '../../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { clientOf, simulatedSandbox } from '../../support/sandboxClient';
import { pollEnvironment } from '../../support/pollEnvironment';
import { SimulatedTiming } from '../../support/simulatedTiming';
import { MINUTE } from '../../support/time';
import { defaultSettings } from '../../support/triggerSettings';
import { SourcesWithExample } from './sourcesWithExample';

const sources = new SourcesWithExample('Add an event', {
	file: 'trigger/events/returned.ts',
	index: 'trigger/events/index.ts',
	replaced: /^export const orderEvents: .*\n/m,
	imported: "import { returned } from './returned';",
});

beforeAll(() => sources.write());
afterAll(() => sources.remove());

const settings = { ...defaultSettings, events: ['created', 'returned'] } as unknown as TriggerSettings;

/** A service with an order that brings something back, and one that does not. */
function service() {
	const timing = new SimulatedTiming();
	const sandbox = simulatedSandbox(timing, { rateLimit: null });
	const add = () => {
		const dateCreated = timing.now();
		const [bought, brought] = [1, 2].map(() =>
			sandbox.world.add({ mobileDateCreated: dateCreated, dateCreated }),
		);
		const lines = sandbox.world.find(brought ?? 0)?.items ?? [];
		sandbox.world.edit(brought ?? 0, { items: lines.map((line) => ({ ...line, isReturn: true })) });
		sandbox.world.edit(bought ?? 0, { items: lines.map((line) => ({ ...line, isReturn: false })) });
		return { bought: String(bought), brought: String(brought) };
	};
	return { timing, add, client: clientOf(sandbox, timing) };
}

test('the example is offered under Start Workflow On, and named in the subtitle', () => {
	const { SalesOrderIntegrationTrigger } = sources.require<{
		SalesOrderIntegrationTrigger: new () => INodeType;
	}>('SalesOrderIntegrationTrigger.node.ts');
	const { properties, subtitle } = new SalesOrderIntegrationTrigger().description;
	const options = properties.find(({ name }) => name === 'events')?.options as INodePropertyOptions[];
	expect(options).toContainEqual(expect.objectContaining({ name: 'Order with Returns', value: 'returned' }));
	expect(subtitle).toContain('"returned":"Order with Returns"');
});

test('the example is delivered once, instead of created', async () => {
	const { pollWithState } = sources.require<typeof PollWithState>(join('trigger', 'pollWithState.ts'));
	const { timing, add, client } = service();
	const [nodeData, workflowData, environment] = [{}, {}, pollEnvironment()];
	const poll = async () => {
		timing.current += MINUTE;
		const began = timing.now();
		const deadline = began + 36_000;
		const items = await pollWithState(
			{ ...environment, client, settings, nodeData, workflowData, began, deadline },
			(found) => found,
		);
		return items.map((item) => ('order' in item ? `${item.event} ${item.id}` : item.message));
	};
	expect(await poll()).toEqual([]);
	const { bought, brought } = add();
	expect(await poll()).toEqual([`created ${bought}`, `returned ${brought}`]);
	expect(await poll()).toEqual([]);
});
