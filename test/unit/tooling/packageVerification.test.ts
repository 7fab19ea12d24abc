/** The package is eligible for n8n's verification. */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../../..');

test("n8n's own tool says that the package is eligible", async () => {
	const tool = join(root, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');
	const { stdout } = await promisify(execFile)(process.execPath, [tool, 'cloud-support'], {
		cwd: root,
		env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
	});
	expect(stdout).toContain('Status: eligible for n8n Cloud verification');
});
