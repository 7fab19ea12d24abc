/** `npm run sandbox`: starts the sandbox with a past and a life, and prints how to reach it. */
import { readArguments, type SandboxArguments } from './arguments';
import { createSandbox, LiveTraffic } from '.';

async function main(chosen: SandboxArguments): Promise<void> {
	const sandbox = createSandbox({
		seed: chosen.seed,
		orders: { count: chosen.orders, days: chosen.days },
		rateLimit: chosen.rateLimit > 0 ? { limit: chosen.rateLimit, periodMs: 60_000 } : null,
		switches: { pageSize: chosen.pageSize, ...chosen.switch },
	});
	const live = new LiveTraffic(sandbox.world, {
		seed: chosen.seed,
		arrivals: chosen.liveRate,
		edits: chosen.liveRate / 10,
		deletions: chosen.liveRate / 15,
		restorations: chosen.liveRate / 100,
		startAt: Date.now(),
	});
	const running = await sandbox.listen({ port: chosen.port });
	live.start();
	const { created, deleted } = sandbox.world.statistics;
	console.log(`Base URL: ${running.baseUrl}\nOrders: ${created}, and ${deleted} deleted`);
	console.table(sandbox.users, ['username', 'timezone', 'apiToken']);
	console.log('Stop with Ctrl+C.');
	const stop = (): void => {
		live.stop();
		void running.close();
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main(readArguments(process.argv)).catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
