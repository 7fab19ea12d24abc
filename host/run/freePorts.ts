/** Free ports on the loopback interface. */
import { createServer, type AddressInfo, type Server } from 'node:net';

async function listenAnywhere(): Promise<Server> {
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', resolve);
	});
	return server;
}

/**
 * Gives `count` different TCP ports that are free on 127.0.0.1 at this moment. Somebody else may still take one
 * before it is used: whoever uses them must be ready to ask again.
 */
export async function freePorts(count: number): Promise<number[]> {
	const servers: Server[] = [];
	try {
		while (servers.length < count) servers.push(await listenAnywhere());
		return servers.map((server) => (server.address() as AddressInfo).port);
	} finally {
		await Promise.all(servers.map(async (server) => await new Promise((resolve) => server.close(resolve))));
	}
}
