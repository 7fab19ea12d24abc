/**
 * `npm run pictures`: takes the pictures of docs/ in the real editor, with Debian's chromium, so that they can be made
 * again whenever the editor or the node changes.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { chromium, type Page } from 'playwright-core';

import { type Host, withCredential, type WorkflowDefinition } from '../host';
import { startServiceHost, type ServiceHost } from '../host/serviceHost';

const projectFolder = path.resolve(__dirname, '..');
const docsFolder = path.join(projectFolder, 'docs');
const CHROMIUM = '/usr/bin/chromium';

async function main(): Promise<void> {
	const running = await startServiceHost({ sandbox: { orders: { count: 60, days: 4 } } });
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
	const { host, credential } = running;
	const save = async (name: string) => {
		await page.screenshot({ path: path.join(docsFolder, `${name}.png`) });
		console.log(`docs/${name}.png`);
	};
	const example = async (file: string) => {
		const text = await readFile(path.join(projectFolder, 'examples', file), 'utf8');
		const definition = withCredential(JSON.parse(text) as WorkflowDefinition, credential);
		return await host.createWorkflow(definition);
	};
	const open = async (workflowId: string) => {
		await page.goto(`${host.url}/workflow/${workflowId}`);
		await page.locator('[data-test-id="canvas-node"]').first().waitFor();
		await page.keyboard.press('1');
		await page.waitForTimeout(1_000);
	};
	const openNode = async (name: string) => {
		await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await page.locator('[data-test-id="ndv"]').first().waitFor();
		await page.waitForTimeout(1_000);
	};

	const orders = await example('orders-to-csv.json');
	await open(orders.id);
	await save('workflow');
	await page.locator('[data-test-id="execute-workflow-button"]').first().click();
	await page.waitForTimeout(6_000);
	await openNode('List New Orders');
	await save('node');

	await page.goto(`${host.url}/home/credentials/${credential.id}`);
	await page.waitForTimeout(3_000);
	await save('credential');
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
