/** n8n's editor in a real browser, driven as a user drives it: for pictures and for the host test of the editor. */
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import type { Host, SavedWorkflow, WorkflowDefinition } from '../../host';

/** Debian's chromium; another one by the environment variable CHROMIUM. */
export const chromiumProgram = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The editor gives no sign when a panel has come to rest, or a run has been drawn. */
const ANIMATION_MS = 1_500;

/** Pixels of a picture for each of the page, for screens that show so many. */
const PIXELS = 2;
/** At this quality small text stays clear. */
const WEBP_QUALITY = 85;
const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** How n8n looks: it follows what the browser prefers. */
export const looks = ['light', 'dark'] as const;
export type Look = (typeof looks)[number];

/** A part of the page, in its own pixels. */
export interface Area {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** What an open node shows, from left to right. */
export interface NodePanels {
	readonly input: Locator;
	readonly parameters: Locator;
	readonly output: Locator;
}

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
		const address = `${this.host.url}/workflow/${workflow.id}`;
		const canvas = this.page
			.locator('[data-test-id="canvas-node"], [data-test-id="canvas-add-button"]')
			.first();
		if (await canvas.isVisible()) {
			// What is open over the canvas would stay.
			await this.page.keyboard.press('Escape');
			await this.follow(`${this.host.url}/home/workflows`);
			// Whoever goes on before the list is there gets the workflow from before.
			await this.page.locator('[data-test-id="resources-list-item-workflow"]').first().waitFor();
			await this.follow(address);
		} else await this.page.goto(address);
		await canvas.waitFor();
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
	async openNode(name: string): Promise<NodePanels> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		return await this.nodePanels();
	}

	/** Presses Fetch Test Event in the open trigger, and waits for what it shows. */
	async fetchTestEvent(): Promise<void> {
		await this.page.getByRole('button', { name: 'Fetch Test Event' }).first().click();
		await this.page
			.locator('[data-test-id="output-panel"] table, [data-test-id="run-data-schema-item"]')
			.first()
			.waitFor();
		await this.rest();
	}

	/** The panels of the node that is open, once they are there: n8n opens a node that it has just added. */
	async nodePanels(): Promise<NodePanels> {
		await this.page.locator('[data-test-id="ndv"]').first().waitFor();
		await this.rest();
		return {
			input: this.page.locator('[data-test-id="ndv-input-panel"]'),
			parameters: this.page.locator('[data-test-id="node-parameters"]'),
			output: this.page.locator('[data-test-id="output-panel"]'),
		};
	}

	/** Types a search into the node panel of the opened workflow, which it opens if need be. */
	async searchNodes(text: string): Promise<Locator> {
		const panel = this.page.locator('[data-test-id="node-creator"]');
		if (!(await panel.isVisible())) {
			await this.page.locator('[data-test-id="node-creator-plus-button"]').click();
		}
		await panel.getByRole('textbox').fill(text);
		await this.rest();
		return panel;
	}

	/** Publishes the opened workflow; gives what n8n answers. */
	async publish(): Promise<Locator> {
		await this.page.locator('[data-test-id="workflow-open-publish-modal-button"]').click();
		const dialog = this.page.getByRole('dialog').filter({ hasText: 'Version name' });
		await dialog.getByRole('button', { name: 'Publish' }).click();
		return this.page
			.locator('[role="dialog"], [role="alert"]')
			.filter({ hasText: /Workflow (published|could not be published)/ });
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

	/** Gives the window of the browser another size: n8n fits into it. */
	async resize(width: number, height: number): Promise<void> {
		await this.page.setViewportSize({ width, height });
	}

	/** Shows the output of the open node in one of n8n's three ways. */
	async showOutputAs(view: 'schema' | 'table' | 'json'): Promise<void> {
		const output = this.page.locator('[data-test-id="output-panel"]');
		await output.locator(`[data-test-id="radio-button-${view}"]`).click();
		await this.rest();
	}

	/** All nodes on the canvas. */
	canvasNodes(): Locator {
		return this.page.locator('[data-test-id="canvas-node"]');
	}

	/** The smallest area that holds these parts, of each all that match, with a margin in pixels around them. */
	async areaOf(parts: readonly Locator[], margin = 0): Promise<Area> {
		const elements = (await Promise.all(parts.map(async (part) => await part.all()))).flat();
		const boxes = await Promise.all(elements.map(async (element) => await element.boundingBox()));
		const seen = boxes.filter((box) => box !== null);
		const x = Math.min(...seen.map((box) => box.x)) - margin;
		const y = Math.min(...seen.map((box) => box.y)) - margin;
		const width = Math.max(...seen.map((box) => box.x + box.width)) + margin - x;
		const height = Math.max(...seen.map((box) => box.y + box.height)) + margin - y;
		return { x, y, width, height };
	}

	/** Takes a picture of an area in a look. */
	async capture(area: Area, look: Look, format: 'png' | 'webp'): Promise<Buffer> {
		// What the pointer is on looks different.
		await this.page.mouse.move(0, 0);
		await this.page.emulateMedia({ colorScheme: look });
		await this.rest();
		// Playwright takes no WebP, which is a third of PNG's size.
		const session = await this.page.context().newCDPSession(this.page);
		const { data } = await session.send('Page.captureScreenshot', {
			format,
			...(format === 'webp' ? { quality: WEBP_QUALITY } : {}),
			clip: { ...area, scale: PIXELS },
		});
		await session.detach();
		return Buffer.from(data, 'base64');
	}

	/** Leaves n8n and shows a page of our own. */
	async showPage(html: string): Promise<Locator> {
		await this.page.goto('about:blank');
		await this.page.setContent(html);
		return this.page.locator('body');
	}

	/** Goes where a link of the editor would lead: to load the editor again takes ten times as long. */
	private async follow(address: string): Promise<void> {
		const goThere = `history.pushState({}, '', '${address}'); dispatchEvent(new PopStateEvent('popstate'))`;
		await this.page.evaluate(goThere);
	}

	private async rest(): Promise<void> {
		await this.page.waitForTimeout(ANIMATION_MS);
	}
}
