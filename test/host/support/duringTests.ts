/** A real n8n and its service, for the tests of a file or of a describe. */
import { type ServiceHost, type ServiceHostOptions, startServiceHost } from '../../../host/serviceHost';

/** For n8n, which takes half of the time of its start to put its editor together. */
export const withoutEditor = { N8N_DISABLE_UI: 'true' };
export const withEditor = { N8N_DISABLE_UI: 'false' };

/** Both, which are there as soon as the tests begin, and no longer when they have ended; n8n without its editor unless `env` has it. */
export function duringTests(options: ServiceHostOptions): ServiceHost {
	const running: Partial<ServiceHost> = {};
	beforeAll(async () => {
		Object.assign(running, await startServiceHost({ ...options, env: { ...withoutEditor, ...options.env } }));
	}, 900_000);
	afterAll(async () => await running.stop?.());
	return running as ServiceHost;
}
