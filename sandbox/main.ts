/** `npm run sandbox`: starts the sandbox with a past and a life, and prints how to reach it. */
import { readArguments, type SandboxArguments } from './arguments';
import { createSandbox, LiveTraffic, type Sandbox } from '.';

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
	console.log(
		chosen.json ? JSON.stringify(summary(sandbox, running.baseUrl)) : text(sandbox, running.baseUrl),
	);
	const stop = (): void => {
		live.stop();
		void running.close();
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

function summary(sandbox: Sandbox, baseUrl: string) {
	const { created, deleted } = sandbox.world.statistics;
	return { baseUrl, created, deleted, users: sandbox.users };
}

function text(sandbox: Sandbox, baseUrl: string): string {
	const { created, deleted, users } = summary(sandbox, baseUrl);
	const width = (values: string[]) => Math.max(...values.map(({ length }) => length));
	const nameWidth = width(users.map(({ username }) => username));
	const zoneWidth = width(users.map(({ timezone }) => timezone));
	return [
		`Base URL  ${baseUrl}`,
		`Orders    ${created}, and ${deleted} deleted`,
		'',
		'API tokens (user, time zone, token)',
		...users.map(({ username, timezone, apiToken }) => {
			return `  ${username.padEnd(nameWidth)}  ${timezone.padEnd(zoneWidth)}  ${apiToken}`;
		}),
		'',
		'Stop with Ctrl+C.',
	].join('\n');
}

main(readArguments(process.argv)).catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
