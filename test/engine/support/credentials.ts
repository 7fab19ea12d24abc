/** The credentials of a workflow: kept encrypted, decrypted, completed and applied as n8n's own helper does it. */
import { Credentials, getAdditionalKeys } from 'n8n-core';
import { NodeHelpers } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialsExpressionResolveValues,
	IExecuteData,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeProperties,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { SalesOrderIntegrationApi } from '../../../credentials/SalesOrderIntegrationApi.credentials';

/** The credential type under test. */
export const credentialType = new SalesOrderIntegrationApi();

/** What the user entered into the credential; a field that is left out has its default. */
export interface CredentialData extends ICredentialDataDecryptedObject {
	baseUrl: string;
	apiToken: string;
}

/** The node's reference to the one credential that there is. */
export const credentialReference = {
	[credentialType.name]: { id: '1', name: 'Sales Order Integration account' },
};

/** Holds one credential. What n8n's helper does for OAuth is left out. */
export class EngineCredentials {
	private stored: Promise<ICredentials> | undefined;

	constructor(private readonly data: ICredentialDataDecryptedObject) {}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return await credentialType.authenticate(credentials, request);
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(node: INodeCredentialsDetails, type: string): Promise<ICredentials> {
		this.stored ??= this.store({ id: node.id ?? null, name: node.name }, type);
		return await this.stored;
	}

	private async store(node: INodeCredentialsDetails, type: string): Promise<ICredentials> {
		const credentials = new Credentials(node, type);
		await credentials.setData(this.data);
		return credentials;
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		node: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		resolve?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const stored = await (await this.getCredentials(node, type)).getData();
		if (raw) return stored;
		const complete = this.withDefaults(stored);
		if (!resolve) return complete;
		const { workflow, runExecutionData, runIndex, itemIndex, connectionInputData } = resolve;
		return workflow.expression.getParameterValue(
			complete as never,
			runExecutionData,
			runIndex,
			itemIndex,
			resolve.node.name,
			connectionInputData,
			mode,
			getAdditionalKeys(additionalData, mode, null, { isCredential: true }),
			executeData,
			false,
			complete as never,
		) as unknown as ICredentialDataDecryptedObject;
	}

	/** As n8n does before it uses or tests a credential: fields that were not entered get their default. */
	withDefaults(entered: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject {
		return NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(),
			entered as never,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
	}

	getCredentialsProperties(): INodeProperties[] {
		return credentialType.properties;
	}
}
