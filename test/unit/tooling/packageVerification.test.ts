/** The package is eligible for n8n's verification, and the editor links to documentation that exists. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { homepage, n8n, name as packageName } from '../../../package.json';
import { linkedFiles, linksToHeadings } from '../../../scripts/package/addresses';

const root = resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test("n8n's own tool says that the package is eligible", async () => {
	const tool = join(root, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');
	const { stdout } = await promisify(execFile)(process.execPath, [tool, 'cloud-support'], {
		cwd: root,
		env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
	});
	expect(stdout).toContain('Status: eligible for n8n Cloud verification');
});

test.each(n8n.nodes)('%s has a codex file, by which n8n finds it', (compiled) => {
	const file = compiled.replace('dist/', '').replace('.js', '.json');
	const [, className = ''] = /(\w+)\.node\.js$/.exec(compiled) ?? [];
	const codex = JSON.parse(read(file)) as Record<string, unknown>;
	expect(codex.node).toBe(`${packageName}.${className[0]?.toLowerCase()}${className.slice(1)}`);
	// n8n no longer allows them.
	expect(codex).not.toHaveProperty('subcategories');
});

test.each(linkedFiles)('%s links to headings of the README at the homepage', (file) => {
	const headings = [...read('README.md').matchAll(/^#+ (.*)$/gm)].map(
		([, heading = '']) => `${homepage}#${heading.toLowerCase().replaceAll(' ', '-')}`,
	);
	const links = linksToHeadings(read(file));
	expect(links).not.toEqual([]);
	for (const link of links) expect(headings).toContain(link);
});
