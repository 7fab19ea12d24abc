/** A copy of the sources into which bugs are planted, one at a time. The working tree is not touched. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { planted, type PlantedBug } from './plantedBug';
import { firstFailing, worldsFor, type Finding } from './worlds';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '../../..');
const COPIED = 'nodes credentials sandbox test/support test/simulation tsconfig.json package.json'.split(' ');

export class Plot {
	private constructor(private readonly folder: string) {}

	static async prepare(): Promise<Plot> {
		const folder = await mkdtemp(path.join(tmpdir(), 'planted-bugs-'));
		for (const name of COPIED) await cp(path.join(ROOT, name), path.join(folder, name), { recursive: true });
		await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
		return new Plot(folder);
	}

	async clear(): Promise<void> {
		await rm(this.folder, { recursive: true, force: true });
	}

	/**
	 * Looks for a bug in so many worlds. One that fails without the bug as well does not count.
	 *
	 * @throws Error if the bug does not fit the sources
	 */
	async find(bug: PlantedBug, worlds: number): Promise<(Finding & { world: number }) | undefined> {
		const target = path.join(this.folder, 'nodes/SalesOrderIntegration/trigger', bug.file);
		const source = await readFile(target, 'utf8');
		await writeFile(target, planted(bug, source));
		try {
			const seeds = worldsFor(bug, worlds);
			for (let position = 0; position < seeds.length; position++) {
				const finding = await this.look(seeds.slice(position), bug);
				if (!finding) return undefined;
				position = seeds.indexOf(finding.seed);
				const isFoundWithout = await firstFailing([finding.seed], bug.traits);
				if (!isFoundWithout) return { ...finding, world: position + 1 };
			}
			return undefined;
		} finally {
			await writeFile(target, source);
		}
	}

	private async look(seeds: number[], { traits }: PlantedBug): Promise<Finding | undefined> {
		const program = path.join(this.folder, 'test/simulation/plantedBugs/look.ts');
		const asked = JSON.stringify({ seeds, traits });
		const { stdout } = await run(process.execPath, ['--import', 'tsx', program, asked], { cwd: this.folder });
		return (JSON.parse(stdout) as Finding | null) ?? undefined;
	}
}
