/** What is checked before a user's activation succeeds: the credential, at any hour, and its time zone (design 3.4, 4). */
import { asFailure, InputError, isInMaintenance, isRefusal, unless } from '../errors/failures';
import type { ServiceFailure } from '../errors/failures';
import type { Client } from '../http/client';
import { checkTimeZone } from '../lists/checkTimeZone';
import { users } from '../lists/orders';
import { readPage } from '../lists/pages';
import type { TriggerSettings } from '../parameters/triggerSettings';

/**
 * Refuses an activation that cannot work. A failure that may pass does not refuse it.
 *
 * @throws ServiceFailure if the credential does not work; InputError if its time zone is wrong
 */
export async function checkActivation(client: Client, settings: TriggerSettings): Promise<void> {
	const failure = await checkCredential(client, settings).then(() => undefined, asFailure);
	if (failure && !isTemporary(failure, client.timing.now())) throw failure;
}

async function checkCredential(client: Client, settings: TriggerSettings): Promise<void> {
	await readPage(client, users);
	const isPaused = settings.pauseDuringMaintenance && isInMaintenance(client.timing.now());
	if (settings.checkTimeZone && !isPaused) await requireRightZone(client);
}

/**
 * If the service refuses the windows of the check, there is no verdict.
 *
 * @throws InputError if recent orders show that the time zone of the credential is wrong; ServiceFailure
 */
export async function requireRightZone(client: Client): Promise<void> {
	const mismatch = await unless(isRefusal, checkTimeZone(client));
	if (!mismatch) return;
	throw new InputError(
		mismatch.message,
		"If you are sure that it is right, switch off 'Check Time Zone' in the options of the trigger.",
	);
}

/** Whether a failure may pass without the user: during maintenance that includes web pages. */
export function isTemporary({ failureCause, kind }: ServiceFailure, now: number): boolean {
	const isPermanent = failureCause === 'credential-invalid' || failureCause === 'configuration-invalid';
	return !isPermanent || (kind === 'html' && isInMaintenance(now));
}
