/**
 * The state is a contract: n8n keeps it on the user's machine, and every later version must load it without damage.
 * These states were recorded (and shortened) and are never changed. A new field is therefore optional or has a
 * `.default`, never required; a state that shows it is recorded beside these. `dueAt` is no longer needed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkStored } from '../../../../nodes/SalesOrderIntegration/trigger/state/loadState';
import { stateSchema } from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import type { ServiceState, TriggerState } from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import { DAY, MINUTE } from '../../../support/time';
import { defaultSettings } from '../../../support/triggerSettings';
import { TriggerFixture } from '../fixture';

const folder = join(__dirname, 'recorded');
const load = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TriggerState;
const names = readdirSync(folder).sort();

test('all that a state can hold is recorded', () => {
	expect(names).toContain('state.json');
	const { services, service, attention } = load('state.json');
	expect(Object.keys(services).length).toBeGreaterThan(1);
	const { memory, filters, coverage } = services[service] as ServiceState;
	const held: object[] = [...Object.values(attention), filters, ...Object.values(memory)];
	expect(held.map((each) => Object.keys(each).length)).not.toContain(0);
	expect(coverage.created.length).toBeGreaterThan(2);
});

describe.each(names)('%s', (name) => {
	const recorded = load(name);
	const { memory, polledAt, since } = recorded.services[recorded.service] as ServiceState;

	test('is loaded without damage, and nothing of it is lost', () => {
		expect(checkStored(recorded, polledAt).damagedSince).toBeUndefined();
		const kept = JSON.parse(JSON.stringify(recorded, (key, value) => (key === 'dueAt' ? undefined : value)));
		expect(stateSchema.parse(recorded)).toMatchObject(kept);
	});

	test('goes on: what is remembered does not come again, what is new comes', async () => {
		const [baseUrl = '', credentialId = ''] = recorded.service.split(' ');
		const settings = { ...defaultSettings, events: Object.keys(since), checkTimeZone: false };
		const trigger = new TriggerFixture({ start: polledAt + MINUTE, settings });
		Object.assign(trigger, { baseUrl, credentialId, nodeData: { state: load(name) } });
		const [first] = Object.values(memory.orders).flat().join().split(',');
		trigger.add({ id: Number(first), dateCreated: polledAt - DAY / 2 });
		const id = trigger.add({ id: 7_000_000 });
		expect(await trigger.during(3 * MINUTE, MINUTE)).toEqual([`created ${id}`]);
		expect(trigger.warnings.join()).not.toContain('damaged');
	});
});
