/** Tests a credential as n8n's CredentialsTester does: by the function that a node names for it, in n8n's own context. */
import { CredentialTestContext } from 'n8n-core';
import type { INodeCredentialTestResult } from 'n8n-workflow';
import { SalesOrderIntegration } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegration.node';
import { SalesOrderIntegrationTrigger } from '../../../nodes/SalesOrderIntegration/SalesOrderIntegrationTrigger.node';
import { credentialType, EngineCredentials, type CredentialData } from './credentials';

/** The functions by which n8n may test the credential: it takes that of the node that it comes to first. */
export function credentialTests(): Array<
	(typeof SalesOrderIntegration.prototype.methods.credentialTest)['testCredential']
> {
	return [new SalesOrderIntegration(), new SalesOrderIntegrationTrigger()].map(({ description, methods }) => {
		const { testedBy } = description.credentials?.find(({ name }) => name === credentialType.name) ?? {};
		return methods.credentialTest[testedBy as 'testCredential'];
	});
}

/** What the editor shows after Save of a credential. */
export async function testCredential(entered: CredentialData): Promise<INodeCredentialTestResult> {
	const data = new EngineCredentials(entered).withDefaults(entered);
	const [test] = credentialTests();
	const context = new CredentialTestContext({} as never);
	return await (test as NonNullable<typeof test>).call(context, {
		id: '1',
		name: 'Account',
		type: credentialType.name,
		data,
	});
}
