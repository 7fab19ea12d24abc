/** The credential: where the service is, its token, and the time zone in which it reads dates. */
import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import {
	originOf,
	readBaseUrl,
	readConnection,
	readToken,
} from '../nodes/SalesOrderIntegration/http/connection';
import { isValidZone } from '../nodes/SalesOrderIntegration/dates';
import { InputError } from '../nodes/SalesOrderIntegration/errors/failures';
import { failureTable } from '../nodes/SalesOrderIntegration/errors/failureTable';

const serverProblem =
	'The service has a problem of its own. Try again later; on Saturdays from 22:00 to Sundays 01:00, Central Mexico time, it may be under maintenance.';
const redirect = `${failureTable.redirect.message}. ${failureTable.redirect.advice}`;

/** Statuses that n8n would otherwise show by their bare name, such as "Found". */
const explainedStatuses: Array<[status: number, message: string]> = [
	[301, redirect],
	[302, redirect],
	[303, redirect],
	[307, redirect],
	[308, redirect],
	[401, `${failureTable.unauthorized.message}. ${failureTable.unauthorized.advice}`],
	[403, `${failureTable.forbidden.message}. ${failureTable.forbidden.advice}`],
	[
		404,
		'There is no such service at the Base URL (404). Enter the address of the service itself, without /api/v2.',
	],
	[429, 'The limit of requests per minute is used up (429). Wait a minute and test again.'],
	[500, serverProblem],
	[502, serverProblem],
	[503, serverProblem],
	[504, serverProblem],
];

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
				'Address of the service, without /api/v2 (which does no harm). It must start with https://, so that nobody can read the token on its way.',
		},
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'Personal API token, created in the user edit screen of the web application of the service. It is only ever sent to the Base URL.',
		},
		{
			displayName: 'Time Zone',
			name: 'timezone',
			type: 'options',
			// The list is long: the editor lets one search in it.
			options: timezones(),
			default: 'America/Mexico_City',
			description:
				'Time zone of the user who created the token; type to search. The service reads every date in that zone: a wrong one shifts each list by hours.',
		},
		{
			displayName: 'Server Date Parameter',
			name: 'serverDateParameter',
			type: 'string',
			default: '',
			placeholder: 'e.g. name=value',
			description:
				'Leave empty, unless your provider told you a query parameter that makes the service filter by arrival (dateCreated) instead of the time on the phone. Enter it as name=value.',
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
		const { baseUrl } = readConnection(credentials);
		const target = addressOf(request, String(credentials.baseUrl));
		const origin = originOf(new URL(baseUrl));
		if (originOf(target) !== origin) {
			throw new InputError(
				`This credential is for ${origin} only: its token is not sent to ${originOf(target)}`,
				'Use an address that begins with the Base URL of the credential.',
			);
		}
		return {
			...request,
			...withoutBase(request, target),
			headers: withToken(request.headers, readToken(credentials.apiToken)),
			...NO_REDIRECTS,
		};
	};

	test: ICredentialTestRequest = {
		request: {
			// As it was entered: `authenticate` checks and completes it.
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/api/v2/user',
			headers: { 'Content-Type': 'application/json' },
			timeout: 30_000,
		},
		// n8n looks at each rule by its own type; only their declaration wants all to be of one.
		rules: [
			...explainedStatuses.map(([value, message]) => ({
				type: 'responseCode' as const,
				properties: { value, message },
			})),
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'users',
					value: undefined,
					message:
						'Something else came than the list of users, such as a web page. The Base URL probably points to the web application: enter the address of the service itself.',
				},
			},
		] as ICredentialTestRequest['rules'],
	};
}

/**
 * All time zones that this Node knows, in alphabetical order. Intl lists some by their former name alone, so the
 * present ones are added.
 */
function timezones(): INodePropertyOptions[] {
	const present = [
		'America/Argentina/Buenos_Aires',
		'America/Argentina/Cordoba',
		'America/Indiana/Indianapolis',
		'America/Nuuk',
		'Asia/Ho_Chi_Minh',
		'Asia/Kathmandu',
		'Asia/Kolkata',
		'Asia/Yangon',
		'Atlantic/Faroe',
		'Europe/Kyiv',
		'UTC',
	].filter(isValidZone);
	return [...new Set([...Intl.supportedValuesOf('timeZone'), ...present])]
		.sort()
		.map((zone) => ({ name: zone, value: zone }));
}

/** What the HTTP Request node hands over has the address in `uri`. */
type AnyRequest = IHttpRequestOptions & { uri?: string | URL };

/**
 * Where a request goes, put together as n8n's HTTP client does it. The base URL of the credential is cleaned first:
 * the credential test gives it as it was entered.
 */
function addressOf({ url, uri, baseURL }: AnyRequest, enteredBaseUrl: string): URL {
	const address = String(url ?? uri ?? '');
	const base = baseURL === enteredBaseUrl ? readBaseUrl(baseURL) : baseURL;
	const isWhole = base === undefined || /^([a-z][a-z\d+.-]*:)?\/\//i.test(address);
	const whole = isWhole ? address : `${base.replace(/\/+$/, '')}/${address.replace(/^\/+/, '')}`;
	if (URL.canParse(whole)) return new URL(whole);
	throw new InputError(
		'The address of the request is not a whole one',
		'Begin it with the Base URL of the credential.',
	);
}

/** The address that was checked, in the place in which the request had its own. */
function withoutBase({ url }: AnyRequest, target: URL): Pick<AnyRequest, 'url' | 'uri' | 'baseURL'> {
	const place = url === undefined ? 'uri' : 'url';
	return { [place]: target.href, baseURL: undefined } as Pick<AnyRequest, 'url' | 'uri' | 'baseURL'>;
}

function withToken(headers: IHttpRequestOptions['headers'], token: string): IHttpRequestOptions['headers'] {
	const others = Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() !== 'authorization');
	return { ...Object.fromEntries(others), Authorization: `Bearer ${token}` };
}

/** n8n would send the token along to wherever a redirect leads; the last two are the HTTP Request node's. */
const NO_REDIRECTS = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false };
