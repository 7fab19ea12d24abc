/** A service may refuse all that is older, or fail for it (api-specification 8): what is younger does not wait for it. */
import { windowOf } from '../../support/windowOf';
import { activated, DAY, HOUR, MINUTE, NOON, TriggerFixture } from './fixture';

const events = ['created', 'deleted', 'attention'];

it.each([400, 500])(
	'Where every window that begins more than a day ago is answered with %d, late orders of the last day come',
	async (status) => {
		const trigger = await activated({ settings: { events }, sandbox: { switches: { pageSize: 10 } } });
		trigger.sandbox.faults.decideBy(({ url }) =>
			windowOf(url)[0] < trigger.now - DAY ? { kind: 'status', status } : undefined,
		);
		const ids: string[] = [];
		const arrive = (poll: number) => {
			if (poll % 4 === 0 && poll < 36 * 6) ids.push(trigger.add({ madeAgo: (poll % 6) * 4 * HOUR }));
		};
		const { items } = await trigger.despite(40 * 6, 10 * MINUTE, arrive);
		expect(items.sort()).toEqual(ids.map((id) => `created ${id}`).sort());
	},
);

describe('Where the service refuses what is older than a week', () => {
	function keepsAWeek(trigger: TriggerFixture): void {
		const refused = { kind: 'status', status: 400 } as const;
		const isOld = (url: string) => windowOf(url)[0] < trigger.now - 7 * DAY;
		trigger.sandbox.faults.decideBy(({ url }) => (isOld(url) ? refused : undefined));
	}

	it('the deletion of a younger order comes within hours, also the next one', async () => {
		const trigger = new TriggerFixture({ settings: { events } });
		const [first, second] = [5, 6].map((days) => trigger.add({ dateCreated: trigger.now - days * DAY }));
		keepsAWeek(trigger);
		await trigger.despite(1, MINUTE);
		for (const id of [first, second]) {
			trigger.sandbox.world.delete(BigInt(String(id)));
			expect((await trigger.despite(36, 10 * MINUTE)).items).toEqual([`deleted ${id}`]);
		}
	});

	it('so do orders since a Start From that lies before', async () => {
		const trigger = new TriggerFixture({ settings: { startFrom: { at: NOON - 90 * DAY, text: 'old' } } });
		keepsAWeek(trigger);
		const ids = [6, 4, 2].map((days) => trigger.add({ dateCreated: trigger.now - days * DAY }));
		const { items, polls } = await trigger.despite(12, 10 * MINUTE, () => ids.push(trigger.add()));
		expect(items.sort()).toEqual(ids.map((id) => `created ${id}`));
		// From then on, what is new comes at once.
		const came = polls.map(({ length }) => length > 0);
		expect(came.indexOf(true)).toBe(came.lastIndexOf(false) + 1);
	});
});
