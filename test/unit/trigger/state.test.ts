/** The state: it moves at the end of a poll, in one assignment, and survives restarts and pauses (design 4). */
import { activated, DAY, HOUR, MINUTE, serviceState, told } from './fixture';
import { activatedWithOrder } from './steps';

describe('State only moves at the end', () => {
	it.each([false, true])('a list that fails (deleted: %s) stays, the other moves', async (deleted) => {
		const trigger = await activated();
		const coverage = () => Object.values(trigger.nodeData.state?.services ?? {})[0]?.coverage;
		const before = coverage();
		trigger.sandbox.faults.schedule({ deleted }, { kind: 'status', status: 401 }, { times: Infinity });
		await trigger.pollAfter(HOUR);
		const [failed, other] = deleted ? (['deleted', 'created'] as const) : (['created', 'deleted'] as const);
		expect(coverage()?.[failed]).toEqual(before?.[failed]);
		expect(coverage()?.[other].at(-1)?.readAt).toBeGreaterThan(before?.[other].at(-1)?.readAt ?? 0);
	});

	it('the given state is not changed while a poll is under way', async () => {
		const trigger = await activated();
		const before = structuredClone(trigger.nodeData);
		trigger.add();
		let during: unknown;
		trigger.sandbox.faults.before({ deleted: false }, () => (during = structuredClone(trigger.nodeData)));
		await trigger.pollAfter(HOUR);
		expect(during).toEqual(before);
		expect(trigger.nodeData).not.toEqual(before);
	});

	it('it does not move if what n8n would receive cannot be made', async () => {
		const trigger = await activated();
		const before = structuredClone(trigger.nodeData);
		const id = trigger.add();
		trigger.failOutput = true;
		await expect(trigger.pollAfter(MINUTE)).rejects.toThrow('No output');
		expect(trigger.nodeData).toEqual(before);
		trigger.failOutput = false;
		expect(await trigger.pollAfter(MINUTE)).toEqual([`created ${id}`]);
	});
});

it.each([
	['an hour', HOUR],
	['a month', 30 * DAY],
])('Switched off and on again for %s: it continues where it stopped', async (_, off) => {
	const { trigger, id: early } = await activatedWithOrder();
	const start = trigger.now;
	const ids = [0.1, 0.5, 0.9].map((share) => trigger.add({ dateCreated: start + share * off }));
	trigger.sandbox.world.delete(BigInt(early), start + 0.2 * off);
	trigger.pass(off);
	trigger.restart();
	const found = told((await trigger.drain(MINUTE)).flat());
	expect(found).toEqual([`deleted ${early}`, ...ids.map((id) => `created ${id}`)]);
});

it('A single response whose clock is three hours ahead does not move what the state says of that clock', async () => {
	const trigger = await activated();
	await trigger.pollAfter(MINUTE);
	const headers = { Date: new Date(trigger.now + 3 * HOUR).toUTCString() };
	trigger.sandbox.faults.schedule({}, { kind: 'headers', headers });
	await trigger.pollAfter(MINUTE);
	expect(Math.abs(serviceState(trigger).clockOffsetMs)).toBeLessThan(MINUTE);
});

it('A Date header that stands still, as a proxy repeats it, keeps no late order waiting', async () => {
	const trigger = await activated();
	const headers = { Date: new Date(trigger.now).toUTCString() };
	trigger.sandbox.faults.decideBy(() => ({ kind: 'headers', headers }));
	await trigger.during(HOUR, 10 * MINUTE);
	const late = trigger.add({ madeAgo: 20 * HOUR });
	expect(await trigger.during(3 * HOUR, 50_000)).toEqual([`created ${late}`]);
});
