/** The credential: where the service is, its token, and the time zone in which it reads dates. */
import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { InputError } from '../nodes/SalesOrderIntegration/errors/failures';
import { originOf, readBaseUrl, withToken } from '../nodes/SalesOrderIntegration/http/connection';

/** Its test is a function of the nodes (parameters/editor.ts). */
export class SalesOrderIntegrationApi implements ICredentialType {
	name = 'salesOrderIntegrationApi';

	displayName = 'Sales Order Integration API';

	icon: Icon = {
		light: 'file:../nodes/SalesOrderIntegration/salesOrderIntegration.svg',
		dark: 'file:../nodes/SalesOrderIntegration/salesOrderIntegration.dark.svg',
	};

	documentationUrl = 'https://sales-order-integration.example/n8n-nodes-sales-order-integration#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://service.example.com',
			description:
				'Address of the service. It must begin with https://, so that nobody else can read the token. /api/v2 at the end is ignored.',
		},
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'Personal API token from the user edit screen of the web application. It is sent to the host of the Base URL and nowhere else.',
		},
		{
			displayName: 'Time Zone',
			name: 'timezone',
			type: 'options',
			options: [...zones].sort().map((zone) => ({ name: zone, value: zone })),
			default: 'America/Mexico_City',
			hint: 'That of the user who created the token. Saving the credential does not test it.',
			description:
				'Must match the time zone of the user who created the token. Type to search. The service reads every date in it, so a wrong one shifts lists by hours.',
		},
		{
			displayName: 'Server Date Parameter',
			name: 'serverDateParameter',
			type: 'string',
			default: '',
			placeholder: 'e.g. name=value',
			description:
				'Leave empty, unless your provider told you a query parameter (name=value) by which the service filters by arrival (dateCreated) and not by creation on the phone',
		},
	];

	/**
	 * Adds the token to a request, whoever makes it: this package or the HTTP Request node. A function and not a rule, so
	 * that the token is never sent to another address or unencrypted.
	 */
	authenticate = async (
		{ baseUrl, apiToken }: ICredentialDataDecryptedObject,
		// The HTTP Request node gives the address in `uri`.
		request: IHttpRequestOptions & { uri?: string | URL },
	): Promise<IHttpRequestOptions> => {
		const { url, uri, baseURL = '', headers = {}, ...others } = request;
		const origin = originOf(new URL(readBaseUrl(baseUrl)));
		const address = `${baseURL}${String(url ?? uri ?? '')}`;
		const receiver = URL.canParse(address) ? originOf(new URL(address)) : 'an incomplete address';
		if (receiver !== origin) {
			throw new InputError(
				`This credential is for ${origin} only: its token is not sent to ${receiver}`,
				'Use an address at the host of the Base URL.',
			);
		}
		return {
			...others,
			// Send only to the address that was checked, under the key that the request used.
			...({ [url === undefined ? 'uri' : 'url']: new URL(address).href } as { url: string }),
			headers: withToken(headers, apiToken),
			// n8n would send the token wherever a redirect leads. The last two belong to the HTTP Request node and are not in
			// the type: hence the spread.
			...{ disableFollowRedirect: true, followRedirect: false, followAllRedirects: false },
		};
	};
}

/** Intl lists these only by their former names. */
const PRESENT_NAMES =
	'America/Argentina/Buenos_Aires America/Argentina/Cordoba America/Indiana/Indianapolis America/Nuuk Asia/Ho_Chi_Minh Asia/Kathmandu Asia/Kolkata Asia/Yangon Atlantic/Faroe Europe/Kyiv UTC';

/** All time zones that this Node.js knows. */
const zones = new Set([...Intl.supportedValuesOf('timeZone'), ...PRESENT_NAMES.split(' ')]);
