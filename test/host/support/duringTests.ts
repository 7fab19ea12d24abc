/** A real n8n and its service, for the tests of a file or of a describe. */
import { type ServiceHost, type ServiceHostOptions, startServiceHost } from '../../../host/serviceHost';

/** Both, which are there as soon as the tests begin, and no longer when they have ended. */
export function duringTests(options: ServiceHostOptions): ServiceHost {
	const running: Partial<ServiceHost> = {};
	beforeAll(async () => {
		Object.assign(running, await startServiceHost(options));
	}, 900_000);
	afterAll(async () => await running.stop?.());
	return running as ServiceHost;
}
