/** The workflows of examples/ as a user has them after importing them and following their notes. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { INode } from 'n8n-workflow';
import { type SavedCredential, withCredential, type WorkflowDefinition } from './run/workflows';

const examplesFolder = path.resolve(__dirname, '..', 'examples');
/** The folder of n8n's Docker image that n8n may write to, as the examples name it. */
const dockerFilesFolder = '/home/node/.n8n-files';

/** The example `name`, with its credentials chosen and its files written to `filesFolder`. */
export async function importExample(
	name: string,
	filesFolder: string,
	...credentials: readonly SavedCredential[]
): Promise<WorkflowDefinition> {
	const text = await readFile(path.join(examplesFolder, `${name}.json`), 'utf8');
	const definition = JSON.parse(text.replaceAll(dockerFilesFolder, filesFolder)) as WorkflowDefinition;
	return credentials.reduce(withCredential, definition);
}

/** `definition` with its sub-workflow chosen: where an example leaves the choice to the user, it calls `workflowId`. */
export function callingWorkflow(definition: WorkflowDefinition, workflowId: string): WorkflowDefinition {
	const nodes = definition.nodes.map((node) => {
		const chosen = node.parameters.workflowId as { value?: unknown } | undefined;
		if (chosen?.value !== '') return node;
		return { ...node, parameters: { ...node.parameters, workflowId: { ...chosen, value: workflowId } } };
	});
	return { ...definition, nodes };
}

/** `definition` with the parameters of one node changed, as a user would in the editor. */
export function withParameters(
	definition: WorkflowDefinition,
	nodeName: string,
	change: (parameters: INode['parameters']) => INode['parameters'],
): WorkflowDefinition {
	const nodes = definition.nodes.map((node) =>
		node.name === nodeName ? { ...node, parameters: change(node.parameters) } : node,
	);
	return { ...definition, nodes };
}

/** The SQL statements that stand in the note "Tables". Errors: there is no such note. */
export function tableStatements({ nodes }: WorkflowDefinition): string {
	const note = String(nodes.find(({ name }) => name === 'Tables')?.parameters.content);
	const [, statements] = /```sql\n([\s\S]*?)```/.exec(note) ?? [];
	if (statements === undefined) throw new Error('No note of this workflow holds SQL statements');
	return statements;
}
