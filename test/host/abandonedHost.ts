/** Starts an n8n, prints where it is, and waits to be killed. */
import { prepareHost, startHost } from '../../host';

async function main(): Promise<void> {
	const host = await startHost({ installation: await prepareHost() });
	process.stdout.write(`${JSON.stringify({ pid: host.pid, userFolder: host.userFolder })}\n`);
}

void main();
