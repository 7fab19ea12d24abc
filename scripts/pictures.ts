/**
 * `npm run pictures`: takes the pictures of docs/ in the real editor, with Debian's chromium, so that they can be made
 * again whenever the editor or the node changes.
 */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { chromium, type Page } from 'playwright-core';

import { type Host, withCredential, type WorkflowDefinition } from '../host';
import { CREDENTIAL, credentialData, startServiceHost, type ServiceHost } from '../host/serviceHost';

const projectFolder = path.resolve(__dirname, '..');
const docsFolder = path.join(projectFolder, 'docs');
const CHROMIUM = '/usr/bin/chromium';

/** The editor gives no sign when a panel has come to rest, or a run has been drawn. */
const ANIMATION_MS = 1_500;
const RUN_MS = 8_000;

async function main(): Promise<void> {
	const running = await startServiceHost({ sandbox: { orders: { count: 600, days: 3 } } });
	await mkdir(running.filesFolder, { recursive: true });
	try {
		const browser = await chromium.launch({
			executablePath: CHROMIUM,
			args: [
				'--no-sandbox',
				'--disable-gpu',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
			],
		});
		try {
			const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
			await signIn(page, running.host);
			await takePictures(page, running);
		} finally {
			await browser.close();
		}
	} finally {
		await running.stop();
	}
}

async function signIn(page: Page, { url, owner }: Host): Promise<void> {
	await page.goto(`${url}/signin`);
	await page.locator('input[type="email"], input[name="emailOrLdapLoginId"]').first().fill(owner.email);
	await page.locator('input[type="password"]').fill(owner.password);
	await page.locator('[data-test-id="form-submit-button"]').click();
	await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
}

async function takePictures(page: Page, running: ServiceHost): Promise<void> {
	const editor = new Editor(page, running);
	await editor.open('orders-to-postgres');
	await editor.save('workflow');
	await editor.openNode('New and Deleted Orders');
	await editor.save('trigger');

	await editor.open('orders-to-csv');
	await editor.execute();
	await editor.openNode('List New Orders');
	await editor.save('node');

	const { host, sandbox, service } = running;
	const wrongZone = await host.createCredential(CREDENTIAL, 'Wrong time zone', {
		...credentialData(sandbox, service),
		timezone: 'America/Sao_Paulo',
	});
	await editor.open('yesterday-to-files', wrongZone);
	await editor.execute();
	await editor.openNode('Lines of Yesterday');
	await editor.save('hint');

	await editor.openCredential();
	await editor.save('credential');
}

/** The editor as a user sees it. */
class Editor {
	constructor(
		private readonly page: Page,
		private readonly running: ServiceHost,
	) {}

	/** Imports an example and shows the whole of it. */
	async open(example: string, credential = this.running.credential): Promise<void> {
		const { host, filesFolder } = this.running;
		const text = await readFile(path.join(projectFolder, 'examples', `${example}.json`), 'utf8');
		const definition = JSON.parse(
			text.replaceAll('/home/node/.n8n-files', filesFolder),
		) as WorkflowDefinition;
		const { id } = await host.createWorkflow(withCredential(definition, credential));
		await this.page.goto(`${host.url}/workflow/${id}`);
		await this.page.locator('[data-test-id="canvas-node"]').first().waitFor();
		await this.page.keyboard.press('1');
		await this.page.waitForTimeout(ANIMATION_MS);
	}

	/** Runs the opened workflow. */
	async execute(): Promise<void> {
		await this.page.locator('[data-test-id="execute-workflow-button"]').last().click();
		await this.page.waitForTimeout(RUN_MS);
	}

	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.page.locator('[data-test-id="ndv"]').first().waitFor();
		await this.page.waitForTimeout(ANIMATION_MS);
	}

	async openCredential(): Promise<void> {
		const { host, credential } = this.running;
		await this.page.goto(`${host.url}/home/credentials/${credential.id}`);
		await this.page.waitForTimeout(RUN_MS / 2);
	}

	async save(name: string): Promise<void> {
		await this.page.screenshot({ path: path.join(docsFolder, `${name}.png`) });
		console.log(`docs/${name}.png`);
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
