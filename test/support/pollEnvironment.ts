/** What a poll is given beside its client and settings, where no n8n and no other poll is involved. */
import { Knowledge } from '../../nodes/SalesOrderIntegration/trigger/known';

/** For the polls of one trigger in one process. */
export function pollEnvironment() {
	return {
		knowledge: new Knowledge(),
		isOutdated: () => false,
		node: { id: 'trigger', name: 'Trigger' },
		credentialId: 'credential',
		note: { at: Infinity },
		log: () => {},
	};
}
