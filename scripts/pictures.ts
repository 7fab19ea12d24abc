/**
 * `npm run pictures`: takes the pictures of docs/ in the real editor, with Debian's chromium, so that they can be made
 * again whenever the editor or the node changes. What a picture is to show is waited for: without it there is none.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { importExample } from '../host/exampleWorkflows';
import { CREDENTIAL, credentialData, startServiceHost, type ServiceHost } from '../host/serviceHost';
import { Editor } from './pictures/editor';

const docsFolder = path.resolve(__dirname, '..', 'docs');

async function main(): Promise<void> {
	// Without a rate limit, which hundreds of external IDs would use up: nobody wants to wait a minute for a picture.
	const running = await startServiceHost({ sandbox: { orders: { count: 600, days: 3 }, rateLimit: null } });
	try {
		await mkdir(running.filesFolder, { recursive: true });
		const editor = await Editor.start(running.host);
		try {
			await takePictures(editor, running);
		} finally {
			await editor.close();
		}
	} finally {
		await running.stop();
	}
}

async function takePictures(editor: Editor, running: ServiceHost): Promise<void> {
	const { host, sandbox, service, credential, filesFolder } = running;
	const imported = async (name: string, chosen = credential) =>
		await importExample(name, filesFolder, chosen);
	const save = async (name: string) => {
		await editor.picture(path.join(docsFolder, `${name}.png`));
		console.log(`docs/${name}.png`);
	};

	await editor.open(await imported('orders-to-postgres'));
	await save('workflow');
	await editor.openNode('New and Deleted Orders');
	await save('trigger');

	await editor.open(await imported('orders-to-csv'));
	const { input } = await editor.openNode('Rows to CSV');
	await input.getByText('customerCode', { exact: true }).waitFor();
	await save('preview');

	await editor.execute(await editor.open(await imported('orders-to-csv')));
	const { output } = await editor.openNode('List New Orders');
	await output.getByText('mobileDateCreated').first().waitFor();
	await save('node');

	const wrongZone = await host.createCredential(CREDENTIAL, 'Wrong time zone', {
		...credentialData(sandbox, service),
		timezone: 'America/Sao_Paulo',
	});
	await editor.execute(await editor.open(await imported('yesterday-to-files', wrongZone)));
	const hinted = await editor.openNode('Lines of Yesterday');
	await hinted.output.getByText('time zone').first().waitFor();
	await save('hint');

	const dialog = await editor.openCredential(credential.id);
	await dialog.getByText('Connection tested successfully').waitFor();
	await save('credential');
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
