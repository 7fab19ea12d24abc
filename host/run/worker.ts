/** One worker of an n8n in queue mode: it takes executions out of the queue and has no editor. */
import { readFile } from 'node:fs/promises';

import { n8nLogFile, type N8nProcess, type N8nProcessOptions, startN8n, stopN8n } from './n8nProcess';

/** A running worker. Made by `startQueueHost`. */
export class Worker {
	private constructor(
		private readonly options: N8nProcessOptions,
		private readonly started: N8nProcess,
	) {}

	/** Starts a worker and resolves once it takes executions. Errors: as `startN8n`. */
	static async start(options: Omit<N8nProcessOptions, 'part'>): Promise<Worker> {
		const ofWorker: N8nProcessOptions = { ...options, part: 'worker' };
		return new Worker(ofWorker, await startN8n(ofWorker));
	}

	/** The process id of the worker, which is the id of its process group too. */
	get pid(): number {
		return this.started.program.pid;
	}

	/** The ids of the executions that this worker has begun, oldest first, as its output (level info) tells. */
	async executionIds(): Promise<string[]> {
		const output = await readFile(n8nLogFile(this.options.userFolder), 'utf8');
		return [...output.matchAll(/Worker started execution (\d+)/g)].map(([, id = '']) => id);
	}

	/** Lets the worker finish what it does, or kills it where that takes too long. */
	async stop(): Promise<void> {
		try {
			await stopN8n(this.started);
		} finally {
			await this.options.keeper.close();
		}
	}
}
