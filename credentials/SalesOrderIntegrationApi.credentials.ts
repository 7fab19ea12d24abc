/** The credential: where the service is, its token, and the time zone in which it reads dates. */
import type {
	Icon,
	ICredentialTestRequest,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { ApplicationError } from 'n8n-workflow';
import { readBaseUrl } from '../nodes/SalesOrderIntegration/api/connection';

export class SalesOrderIntegrationApi implements ICredentialType {
	name = 'salesOrderIntegrationApi';

	displayName = 'Sales Order Integration API';

	icon: Icon = {
		light: 'file:../nodes/SalesOrderIntegration/salesOrderIntegration.svg',
		dark: 'file:../nodes/SalesOrderIntegration/salesOrderIntegration.dark.svg',
	};

	documentationUrl =
		'https://github.com/sales-order-integration/n8n-nodes-sales-order-integration#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://service.example.com',
			description:
				'Address of the service. A trailing slash and /api/v2 are tolerated. It must start with https://, so that the token does not travel readable.',
		},
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'Personal API token, created in the user edit screen of the web application of the service',
		},
		{
			displayName: 'Time Zone',
			name: 'timezone',
			type: 'options',
			// The list is long: the editor lets one search in it.
			options: timezones(),
			default: 'America/Mexico_City',
			description:
				'Time zone of the user who created the token. The service reads every date in that zone: a wrong one shifts each list by hours.',
		},
		{
			displayName: 'Server Date Parameter',
			name: 'serverDateParameter',
			type: 'string',
			default: '',
			placeholder: 'e.g. name=value',
			description:
				'Only if your provider told you: the query parameter that makes the service filter by arrival (dateCreated) instead of the time on the phone. Leave empty otherwise.',
		},
	];

	/**
	 * Adds the token to a request, whoever makes it: this package, the credential test, or the HTTP Request node. A
	 * function rather than a rule, so that the token can never leave for another address or travel in clear.
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const base = new URL(readBaseUrl(credentials.baseUrl));
		const target = new URL(request.url, request.baseURL ?? base);
		if (target.origin !== base.origin) {
			throw new ApplicationError(
				`This credential is for ${base.origin} only: its token is not sent to ${target.origin}`,
			);
		}
		const token = String(credentials.apiToken ?? '').trim();
		request.headers = { ...request.headers, Authorization: `Bearer ${token}` };
		return request;
	};

	test: ICredentialTestRequest = {
		request: {
			// As readBaseUrl in api/connection.ts does it; an expression can call no code of ours.
			baseURL:
				'={{$credentials.baseUrl.trim().replace(/\\/+$/, "").replace(/\\/api(\\/v2)?$/i, "").replace(/\\/+$/, "")}}',
			url: '/api/v2/user',
			headers: { 'Content-Type': 'application/json' },
			disableFollowRedirect: true,
		},
		rules: [
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'users',
					value: undefined,
					message: 'The address answers, but not with a list of users: check the Base URL',
				},
			},
		],
	};
}

/** All IANA zones that this Node knows, in alphabetical order. */
function timezones(): Array<{ name: string; value: string }> {
	return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((zone) => ({
		name: zone,
		value: zone,
	}));
}
