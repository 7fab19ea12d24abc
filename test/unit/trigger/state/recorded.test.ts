/**
 * The state is a contract: n8n keeps it on the user's machine, and every later version must load it without damage.
 * These states were recorded from this version and are never changed. A new field is therefore optional or has a
 * `.default`, never required; a state that shows it is recorded beside these.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkStored } from '../../../../nodes/SalesOrderIntegration/trigger/state/loadState';
import { stateSchema } from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import type { TriggerState } from '../../../../nodes/SalesOrderIntegration/trigger/state/state';
import { DAY, MINUTE } from '../../../support/time';
import { defaultSettings } from '../../../support/triggerSettings';
import { told, TriggerFixture } from '../fixture';

const folder = join(__dirname, 'recorded');
const load = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TriggerState;
const names = readdirSync(folder).sort();

const read = (state: TriggerState) => state.services[state.service];

test('one of each kind is recorded', () => {
	expect(names).toEqual(['plain.json', 'severalServices.json', 'untilExternalId.json']);
	const states = names.map(load);
	expect(Math.max(...states.map(({ services }) => Object.keys(services).length))).toBe(4);
	expect(states.flatMap(({ attention }) => attention.reports).length).toBeGreaterThan(0);
	const memories = states.map((state) => read(state)?.memory);
	for (const field of ['orders', 'deletions', 'waiting', 'notDelivered', 'marks'] as const) {
		expect(memories.some((memory) => Object.keys(memory?.[field] ?? {}).length > 0)).toBe(true);
	}
	expect(states.some((state) => read(state)?.readings.createdNear.open)).toBe(true);
});

describe.each(names)('%s', (name) => {
	const recorded = load(name);
	const at = read(recorded)?.polledAt ?? 0;

	test('is loaded without damage, and nothing of it is lost', () => {
		expect(checkStored(recorded, at).damagedSince).toBeUndefined();
		expect(stateSchema.parse(recorded)).toMatchObject(recorded);
	});

	test('goes on: what is remembered does not come again, what is new comes', async () => {
		const [baseUrl = '', credentialId = ''] = recorded.service.split(' ');
		const events = Object.keys(read(recorded)?.since ?? {});
		const settings = { ...defaultSettings, events, checkTimeZone: false };
		const trigger = new TriggerFixture({ start: at + MINUTE, settings });
		Object.assign(trigger, { baseUrl, credentialId, nodeData: { state: load(name) } });
		for (const id of Object.values(read(recorded)?.memory.orders ?? {}).flatMap(
			([first]) => first.split(',')[0] ?? '',
		)) {
			if (id !== '') trigger.add({ id: Number(id), dateCreated: at - DAY / 2 });
		}
		const id = trigger.add({ id: 7_000_000 });
		trigger.pass(MINUTE);
		const came = [
			...told(await trigger.poll()),
			...(await trigger.pollAfter(MINUTE)),
			...(await trigger.pollAfter(MINUTE)),
		];
		expect(came).toEqual([`created ${id}`]);
		expect(trigger.warnings.join()).not.toContain('damaged');
	});
});
