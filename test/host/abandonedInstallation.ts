/** Begins an installation that never ends, and prints the process id of the program that does it. */
import { installOnce } from '../../host/install/installOnce';

async function main(): Promise<void> {
	const [cache = ''] = process.argv.slice(2);
	const fill = async (folder: string, keeper: Parameters<Parameters<typeof installOnce>[0]['fill']>[1]) => {
		const { pid, exited } = await keeper.run({
			command: 'sh',
			args: ['-c', 'echo half > half; sleep 600'],
			cwd: folder,
			env: { PATH: process.env.PATH ?? '' },
			logFile: `${folder}/program.log`,
			endSignal: 'SIGTERM',
			endGraceMs: 500,
		});
		process.stdout.write(`${JSON.stringify({ pid })}\n`);
		await exited;
	};
	await installOnce({ name: 'thing', title: 'Thing', recipe: 1, fill }, cache, () => undefined);
}

void main();
