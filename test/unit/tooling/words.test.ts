/** The pages and the shipped code keep to one vocabulary (CONTRIBUTING.md, Words), as far as cspell cannot tell: phrases. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { SalesOrderIntegrationApi } from '../../../credentials/SalesOrderIntegrationApi.credentials';
import { failureTable } from '../../../nodes/SalesOrderIntegration/errors/failureTable';
import { operationProperties } from '../../../nodes/SalesOrderIntegration/operations';
import { triggerHints, triggerProperties } from '../../../nodes/SalesOrderIntegration/triggerProperties';

const root = path.resolve(__dirname, '../../..');
const filesIn = (folder: string, ending: string) =>
	readdirSync(path.join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => path.join(folder, file));

const files = [
	...filesIn('.', '.md'),
	...filesIn('docs', '.md'),
	...filesIn('credentials', '.ts'),
	...filesIn('nodes', '.ts'),
];

/** Each has a plainer word: deliver, pass on, stop, compare, return, silently, again; or can be left out. */
const unwanted = [
	/\bhand(s|ed|ing)? (over|on)\b/i,
	/\bg[ia]ve(s|n)? up\b/i,
	/\bheld against\b|\bholds? \S+ against\b/i,
	/\bg[ia]ve(s|n)? nothing\b/i,
	/\bwithout a word\b/i,
	/\bof its own\b(?! \w)|\bby itself\b|\bat all\b/i,
	/\bwhat came\b|\bthat which\b|\bsuch as stand\b/i,
];

test.each(files)('%s has no phrase that has a plainer word', (file) => {
	// A line break may be inside a phrase.
	const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/\s+(\* |\/\/ )?/g, ' ');
	expect(unwanted.flatMap((phrase) => phrase.exec(text)?.[0] ?? [])).toEqual([]);
});

test('no text in the editor speaks of a problem, a failure or a mistake', () => {
	const shown: INodeProperties[] = [
		...new SalesOrderIntegrationApi().properties,
		...operationProperties,
		...triggerProperties,
	];
	const texts = JSON.stringify([
		shown.map(textsOf),
		triggerHints.map(({ message }) => message),
		Object.values(failureTable).map(({ message, advice }) => [message, advice]),
	]);
	expect(texts).toContain('Late Orders Every');
	expect(/problem|failure|mistake/i.exec(texts)?.[0]).toBeUndefined();
});

/** What a field shows, its options included. */
function textsOf({
	displayName,
	name,
	description,
	hint,
	placeholder,
	options = [],
}: INodeProperties): unknown[] {
	const inner = options.map((option) => textsOf(option as INodeProperties));
	// A choice has no displayName.
	return [displayName ?? name, description, hint, placeholder, ...inner];
}
