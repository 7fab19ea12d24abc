/**
 * `npm run pictures`: takes the pictures of docs/pictures in the real editor, with Debian's chromium, light and dark. What
 * a picture is to show is waited for: without it there is none.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Command, Option } from 'commander';
import { credentialData, startServiceHost } from '../host/serviceHost';
import { CREDENTIAL } from '../host/workflowParts';
import { type Area, Editor, type Look, looks } from './pictures/editor';
import { type PictureName, scenes, type Studio } from './pictures/scenes';

const picturesFolder = path.resolve(__dirname, '../docs/pictures');
const pictureNames = Object.keys(scenes) as PictureName[];

async function takeAll(names: readonly PictureName[]): Promise<void> {
	// Without a rate limit, because nobody wants to wait a minute for a picture.
	const running = await startServiceHost({ sandbox: { orders: { count: 600, days: 3 }, rateLimit: null } });
	try {
		const data = credentialData(running.sandbox, running.service);
		const credential = await running.host.createCredential(
			CREDENTIAL,
			'Sales Order Integration account',
			data,
		);
		const editor = await Editor.start(running.host);
		try {
			for (const name of names) await take(name, { editor, running, credential });
		} finally {
			await editor.close();
		}
	} finally {
		await running.stop();
	}
}

async function take(name: PictureName, studio: Studio): Promise<void> {
	const { editor } = studio;
	const parts: Part[] = [];
	const area = await scenes[name](studio, async (title, { x, y, width, height }) => {
		const taken = { title, width, light: '', dark: '' };
		for (const look of looks) {
			taken[look] = (await editor.capture({ x, y, width, height }, look, 'png')).toString('base64');
		}
		parts.push(taken);
	});
	for (const look of looks) {
		const picture = await editor.capture(area ?? (await sideBySide(editor, parts, look)), look, 'webp');
		await writeFile(path.join(picturesFolder, `${name}.${look}.webp`), picture);
	}
	console.log(`docs/pictures/${name}`);
}

/** A picture of its own that becomes a part of another: PNG, base64. */
type Part = { title: string; width: number } & Record<Look, string>;

/** Shows the parts two by two, each under its title. */
async function sideBySide(editor: Editor, parts: readonly Part[], look: Look): Promise<Area> {
	const [text, background] = look === 'light' ? ['#1f2328', '#ffffff'] : ['#f0f6fc', '#0d1117'];
	const figures = parts.map(
		({ title, width, [look]: data }) =>
			`<figure><figcaption>${title}</figcaption><img width="${width}" src="data:image/png;base64,${data}"></figure>`,
	);
	const style = `
		body { margin: 0; padding: 4px; display: inline-grid; grid-template-columns: auto auto; gap: 20px;
			font: 600 17px sans-serif; color: ${text}; background: ${background}; }
		figure { margin: 0 } figcaption { margin-bottom: 8px } img { display: block; border: 1px solid #88888855 }`;
	await editor.resize(1_200, 1_000);
	const page = await editor.showPage(`<style>${style}</style>${figures.join('')}`);
	return await editor.areaOf([page]);
}

void new Command('pictures')
	.addOption(new Option('--only <names...>', 'take only these').choices(pictureNames))
	.action(async ({ only = pictureNames }: { only?: PictureName[] }) => await takeAll(only))
	.parseAsync();
