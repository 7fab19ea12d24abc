/** Fills in a form of n8n as a person does who presses Execute workflow in the editor. */
import type { Host, WorkflowDefinition } from '../../../host';
import { eventually } from '../../support/eventually';

/**
 * Starts a workflow that begins with a form, sends the form with these answers, one for each field, and gives the last
 * page. Errors: the workflow failed before it, or it did not come in time.
 */
export async function fillInForm(
	host: Host,
	definition: WorkflowDefinition,
	answers: readonly string[],
): Promise<string> {
	const workflow = await host.createWorkflow(definition);
	const trigger = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	if (!trigger) throw new Error('The workflow does not begin with a form');
	const triggerToStartFrom = { name: trigger.name };
	await host.request('POST', `/workflows/${workflow.id}/run`, { workflowData: workflow, triggerToStartFrom });
	const form = new FormData();
	answers.forEach((answer, index) => form.append(`field-${index}`, answer));
	const sent = await fetch(`${host.url}/form-test/${trigger.webhookId}`, { method: 'POST', body: form });
	const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
	// n8n's own page asks in this way, too.
	const statusUrl = new URL(formWaitingUrl);
	statusUrl.pathname += '/n8n-execution-status';
	const isThere = async () => {
		const status = await (await fetch(statusUrl)).text();
		if (status === 'error') throw new Error('The workflow failed before the next page of the form');
		return status === 'form-waiting';
	};
	await eventually('the next page of the form', isThere, 60_000);
	return await (await fetch(formWaitingUrl)).text();
}
