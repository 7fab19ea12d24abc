/** n8n's editor in a real browser, driven as a user drives it: for pictures and for the host test of the editor. */
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';

import type { Host, SavedWorkflow, WorkflowDefinition } from '../../host';

/** Debian's chromium; another one by the environment variable CHROMIUM. */
export const chromiumProgram = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The editor gives no sign when a panel has come to rest, or a run has been drawn. */
const ANIMATION_MS = 1_500;

const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** The editor of one n8n, signed in as its owner. */
export class Editor {
	private constructor(
		private readonly browser: Browser,
		private readonly page: Page,
		private readonly host: Host,
	) {}

	/** Starts a browser and signs in. Errors: there is no browser. */
	static async start(host: Host): Promise<Editor> {
		const browser = await chromium.launch({
			executablePath: chromiumProgram,
			args: ['--no-sandbox', ...quiet],
		});
		try {
			const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
			await page.goto(`${host.url}/signin`);
			await page
				.locator('input[type="email"], input[name="emailOrLdapLoginId"]')
				.first()
				.fill(host.owner.email);
			await page.locator('input[type="password"]').fill(host.owner.password);
			await page.locator('[data-test-id="form-submit-button"]').click();
			await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
			return new Editor(browser, page, host);
		} catch (error) {
			await browser.close();
			throw error;
		}
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	/** Saves a workflow and shows the whole of it. */
	async open(definition: WorkflowDefinition): Promise<SavedWorkflow> {
		const workflow = await this.host.createWorkflow(definition);
		await this.page.goto(`${this.host.url}/workflow/${workflow.id}`);
		await this.page.locator('[data-test-id="canvas-node"]').first().waitFor();
		await this.page.keyboard.press('1');
		await this.rest();
		return workflow;
	}

	/** Runs the opened workflow and waits until it has ended. */
	async execute({ id }: SavedWorkflow): Promise<void> {
		await this.page.locator('[data-test-id="execute-workflow-button"]').last().click();
		await this.host.waitForExecutions(id, 1);
		await this.rest();
	}

	/** Opens a node of the opened workflow; its parts can then be found by the text they show. */
	async openNode(name: string): Promise<{ input: Locator; parameters: Locator; output: Locator }> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.page.locator('[data-test-id="ndv"]').first().waitFor();
		await this.rest();
		return {
			input: this.page.locator('[data-test-id="ndv-input-panel"]'),
			parameters: this.page.locator('[data-test-id="node-parameters"]'),
			output: this.page.locator('[data-test-id="output-panel"]'),
		};
	}

	/** Opens a credential, which n8n then tests. */
	async openCredential(id: string): Promise<Locator> {
		await this.page.goto(`${this.host.url}/home/credentials/${id}`);
		const dialog = this.page.locator('[data-test-id="editCredential-modal"]');
		await dialog.waitFor();
		await this.page.waitForLoadState('networkidle');
		await this.rest();
		return dialog;
	}

	/** Takes a picture of what is shown. */
	async picture(file: string): Promise<void> {
		await this.page.screenshot({ path: file });
	}

	private async rest(): Promise<void> {
		await this.page.waitForTimeout(ANIMATION_MS);
	}
}
