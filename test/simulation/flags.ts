/** What a deleted item says of whether this trigger delivered the order: never wrong, and not silent without a reason. */
import { surelyLatest, type Case } from './cases';
import { isTimeless } from './scenario';
import type { SimulatedService } from './simulatedService';
import type { Run } from './simulate';

export function wrongFlags({ run, service, epoch, id, order, delivered: items }: Case): string[] {
	const names = sameServices(run, service);
	const isTorn = (kind: 'lost' | 'repeated') =>
		names.some(({ ledger }) => ledger[kind].eventsOf(id).length > 0);
	const hasExternalId = service.sandbox.world.find(BigInt(id))?.externalId;
	const shortest = Math.min(...epoch.periods.map(({ settings }) => settings.lateSyncMs));
	const { scenario } = run;
	const isSteady =
		scenario.changes.length === 0 && names.length === 1 && !scenario.excuses.has('completeness');
	// A clock that is ahead makes the trigger forget all but the last day.
	const isCertain = isSteady && !isTimeless(scenario);
	const everything = names.flatMap(({ ledger }) => ledger.byOrder.get(id) ?? []);
	const problems: string[] = [];
	for (const { event, delivered, at } of items) {
		if (event !== 'deleted') continue;
		const before = everything.filter((item) => item.event === 'created' && item.at <= at);
		const since = Math.max(
			...items.filter((item) => item.event === 'deleted' && item.at < at).map((item) => item.at),
		);
		const isDelivered = before.length > 0;
		const isDeliveredSince = before.some((item) => item.at > since);
		// The trigger cannot know of a batch of which a kill left one half.
		if (delivered === false && isDelivered && isDeliveredSince && !isTorn('repeated'))
			problems.push('its deletion says that it was not delivered');
		if (delivered === true && !isDelivered && !isTorn('lost') && !hasExternalId)
			problems.push('its deletion says that it was delivered');
		const mustBeKnown =
			isCertain && isDeliveredSince && at - surelyLatest(order) < shortest && !hasExternalId;
		if (mustBeKnown && !isTorn('repeated') && delivered !== true)
			problems.push('its deletion does not know that it was delivered');
	}
	return problems;
}

/** The service and its other names. */
function sameServices({ services }: Run, { sandbox }: SimulatedService): SimulatedService[] {
	return services.filter((service) => service.sandbox === sandbox);
}
