/**
 * What can go wrong with the service, and what the integrator reads about it: the one table (design 3.7).
 * docs/errors.md is generated from it. The texts fit every place, from the credential to the trigger; a caller that
 * knows more says it in its own words (see FailureDetails).
 */

export interface FailureRow {
	/** What happened, in one sentence. Free of error codes such as ECONNRESET, which n8n would replace. */
	message: string;
	/** Why it happened, and what to do. */
	advice: string;
	/** After a pause; the rate limit is waited out anyway. What is retried may be due to maintenance. */
	isRetried?: true;
	/** Who can remove it, in the words of n8n's durable scheduler. Default: `temporarily-unavailable`. */
	cause?: 'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';
}

export const failureTable = {
	unauthorized: {
		message: 'The service did not accept the API token (401)',
		advice:
			'The token is incomplete, wrong or no longer valid. Create a new personal API token in the user edit screen of the web application and paste it into the credential. If another user creates it, choose the time zone of that user too.',
		cause: 'credential-invalid',
	},
	forbidden: {
		message: 'The user of the API token may not do this (403)',
		advice:
			'Ask the account administrator for the permission: to list users, to read orders and, for external IDs, to change them. With the token of another user, choose the time zone of that user too.',
		cause: 'credential-invalid',
	},
	badRequest: {
		message: 'The service refused the request',
		advice:
			"Its reason may be under Details. In a list, set both 'Start' and 'End': a long window is then read in parts. If they are set, try a later 'Start', because the service may keep nothing that old. If this continues, check the Time Zone and the Base URL of the credential, and ask the provider of the service.",
		cause: 'configuration-invalid',
	},
	notFound: {
		message: 'The service does not know the requested address (404)',
		advice: 'Check the Base URL of the credential: it is the part of the address before /api/v2.',
		cause: 'configuration-invalid',
	},
	redirect: {
		message: 'The service redirected the request to another address',
		advice:
			"The API token is not sent there. If the address under Details is a login page, the token may no longer be valid. Otherwise copy the part of that address before /api/v2 into 'Base URL' of the credential.",
		cause: 'configuration-invalid',
	},
	proxyLogin: {
		message: 'A proxy between n8n and the service wants a login (407)',
		advice: 'Ask whoever runs n8n to enter the user and password of the proxy in the settings of n8n.',
		cause: 'configuration-invalid',
	},
	unexpectedSuccess: {
		message: 'The service sent an unclear response',
		advice: 'If it was to save a change, check the order. Then run again, or ask the provider.',
	},
	rateLimited: {
		message: 'The limit of requests per minute is used up (429)',
		advice: 'Try again in a minute. Run fewer workflows at once, or let triggers poll less often.',
		cause: 'rate-limited',
	},
	serverError: {
		message: 'The service reported an internal error',
		advice: "Try again later. In a list, bring 'Start' and 'End' closer together, or ask the provider.",
		isRetried: true,
	},
	html: {
		message: 'The response is a web page instead of data',
		advice: 'Check the Base URL of the credential: it may lead to the web application or a login page.',
		isRetried: true,
		cause: 'configuration-invalid',
	},
	invalidJson: {
		message: 'The response was cut off or unreadable',
		advice: 'Try again later. If this lasts, check the Base URL of the credential, and proxies on the way.',
		isRetried: true,
	},
	notAnEnvelope: {
		message: 'The address answers, but not with orders or users',
		advice: 'Check the Base URL of the credential: it may lead to another service, or through a proxy.',
		isRetried: true,
		cause: 'configuration-invalid',
	},
	tooLarge: {
		message: 'The response is larger than 64 MiB',
		advice: 'No page of a list is that large: check the Base URL of the credential, or ask the provider.',
	},
	notSent: {
		message: 'The request was not sent to the service',
		advice:
			'Check the Base URL and the API Token of the credential. If a setting of n8n is the reason, ask whoever runs n8n.',
		cause: 'configuration-invalid',
	},
	connectionLost: {
		message: 'The connection to the service was interrupted',
		advice: 'Check the network of the machine that runs n8n, then try again.',
		isRetried: true,
	},
	connectionRefused: {
		message: 'No service answers at the address of the credential',
		advice: 'Check the host and port in the Base URL of the credential, the service itself, and firewalls.',
		isRetried: true,
	},
	unknownHost: {
		message: 'The host name of the service is not known',
		advice: 'Check the host in the Base URL of the credential, and that n8n can look names up (DNS).',
		isRetried: true,
	},
	tls: {
		message: 'No secure connection to the service is possible',
		advice:
			'The port may not be one for https, or the certificate is expired, made for another address or replaced by a proxy. Check the Base URL of the credential. If it is right, ask the provider of the service.',
		cause: 'configuration-invalid',
	},
	timeout: {
		message: 'The service did not respond in time',
		advice:
			"A request ends after 30 seconds. The service or the network is slow, or a firewall blocks the connection. Try again later. In a list, bring 'Start' and 'End' closer together. If this continues, check the Base URL of the credential.",
		isRetried: true,
	},
	outOfTime: {
		message: 'The service was too slow for the time that a poll or test has',
		advice:
			'The next poll continues where this one began. Repeat the test of a credential when fewer workflows use its token. If it happens often, ask the provider.',
	},
	foreignLink: {
		message: 'The next page of the list is at another address than the Base URL',
		advice:
			'The token is not sent there. Ask the provider of the service whether the address under Details is right: if it is, enter it as Base URL.',
		cause: 'configuration-invalid',
	},
	brokenLink: {
		message: 'The next page of the list cannot be reached',
		advice: 'Nothing is returned rather than a part of the list. Try again, or tell the provider.',
	},
	pageLoop: {
		message: 'The list leads back to a page that was read before',
		advice: 'Nothing is returned rather than a part of the list. Try again, or tell the provider.',
	},
	unsettled: {
		message: 'The list of orders changed each time it was read',
		advice: 'The next poll reads it again, so that no order is skipped. If this lasts, ask the provider.',
	},
	tooManyAtOnce: {
		message: 'More orders are listed together than a poll can read',
		advice:
			"An import may have given all its orders the same time, or the service lists whole days. Orders of other times are delivered. Give polls more time (see the Troubleshooting page), or process these orders with 'List Sales Orders'.",
	},
	cancelled: {
		message: 'The execution was stopped',
		advice: 'Nothing more is sent to the service. Run it again if you still need the result.',
	},
} as const satisfies Record<string, FailureRow>;

export type FailureKind = keyof typeof failureTable;
