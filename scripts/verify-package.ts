/** `npm run verify`: opens the tarball that npm would publish and checks that it is what n8n may be given. */
import { Command } from 'commander';
import { resolve } from 'node:path';
import { checkCompiled } from './package/checkCompiled';
import { checkFiles, listFiles, MAX_UNPACKED_BYTES, type Finding } from './package/checkFiles';
import { checkRelease } from './package/checkRelease';
import { packAndUnpack } from './package/packAndUnpack';
import { scan } from './package/scan';

const root = resolve(__dirname, '..');

/** Runs every check and prints one line for each; resolves to the number of findings. */
async function verifyPackage({ release = false }: { release?: boolean }): Promise<number> {
	const unpacked = await packAndUnpack(root);
	try {
		const { directory, packedBytes } = unpacked;
		const { paths, bytes } = await listFiles(directory);
		console.log(
			`${paths.length} files, ${bytes} of ${MAX_UNPACKED_BYTES} bytes unpacked, ${packedBytes} packed`,
		);
		const [ofSources = [], ofPublished = []] = await scan([root, 'source'], [directory, 'dist']);
		const findings = [
			await report('files, sizes and texts', checkFiles(directory)),
			await report('one readable file for each source', checkCompiled(directory, root)),
			await report("n8n's package scan, sources", ofSources),
			await report("n8n's package scan, published files", ofPublished),
			release ? await report('ready to publish', checkRelease(directory, process.env)) : 0,
		];
		return findings.reduce((sum, count) => sum + count, 0);
	} finally {
		await unpacked.remove();
	}
}

async function report(title: string, check: Finding[] | Promise<Finding[]>): Promise<number> {
	const findings = await check;
	console.log(`${findings.length === 0 ? 'ok   ' : 'WRONG'} ${title}`);
	for (const { where, what } of findings) console.log(`      ${where}: ${what}`);
	return findings.length;
}

void new Command('verify-package')
	.description('Checks the tarball that npm would publish. Build first: npm run verify does.')
	.option('--release', 'also check what only matters once it is published: addresses, tag, changelog')
	.action(async (options: { release?: boolean }) => {
		const count = await verifyPackage(options);
		console.log(count === 0 ? 'The package may be published.' : `${count} findings.`);
		process.exitCode = count === 0 ? 0 : 1;
	})
	.parseAsync();
