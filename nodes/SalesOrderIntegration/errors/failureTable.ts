/**
 * What can go wrong with the service, and what the integrator reads about it: the one table (design 3.7).
 * docs/errors.md is generated from it. The texts fit every place, from the credential to the trigger; a caller that
 * knows more says it in its own words (see FailureDetails).
 */

/** How a failure is treated: `retry` after a pause, `wait` for the rate limit and retry, or `never`. */
export type RetryPolicy = 'retry' | 'wait' | 'never';

export interface FailureRow {
	/** What happened, in one sentence. Free of error codes such as ECONNRESET, which n8n would replace. */
	message: string;
	/** Why it happened, and what to do. */
	advice: string;
	/** Default: `never`. What is retried may be due to maintenance. */
	retryPolicy?: RetryPolicy;
	/** Who can remove it, in the words of n8n's durable scheduler. Default: `temporarily-unavailable`. */
	cause?: 'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';
}

export const failureTable = {
	unauthorized: {
		message: 'The service did not accept the API token (401)',
		advice:
			'The token is incomplete, wrong or no longer valid. Create a new personal API token in the user edit screen of the web application and paste it into the credential.',
		cause: 'credential-invalid',
	},
	forbidden: {
		message: 'The user of the API token may not do this (403)',
		advice:
			'The user lacks a permission. Ask the account administrator for it, or use the token of another user in the credential.',
		cause: 'credential-invalid',
	},
	badRequest: {
		message: 'The service refused the request (400)',
		advice:
			"Its reason may be under Details. In a list, set both 'Start' and 'End': a long window is then read in parts.",
		cause: 'configuration-invalid',
	},
	notFound: {
		message: 'The service does not know the requested address (404)',
		advice: 'Check the Base URL of the credential: it is the part of the address before /api/v2.',
		cause: 'configuration-invalid',
	},
	clientError: {
		message: 'The service refused the request, without a known reason',
		advice:
			'Its reason may be under Details. If not, check the Base URL of the credential, and ask the provider of the service.',
		cause: 'configuration-invalid',
	},
	redirect: {
		message: 'The service redirected the request to another address',
		advice:
			'The API token is not sent to another address. Enter the final address of the service as Base URL in the credential.',
		cause: 'configuration-invalid',
	},
	unexpectedSuccess: {
		message: 'The service sent an unclear response',
		advice:
			'Run again. If it was to save a change, check the order first. If this continues, ask the provider of the service.',
	},
	rateLimited: {
		message: 'The limit of requests per minute is used up (429)',
		advice:
			'The node waited and tried again, up to 10 times if there was time. Run fewer workflows that use this service at the same time, or poll less often.',
		retryPolicy: 'wait',
		cause: 'rate-limited',
	},
	serverError: {
		message: 'The service reported an internal error',
		advice:
			"Try again later. In a list, bring 'Start' and 'End' closer together. If this continues, ask the provider of the service.",
		retryPolicy: 'retry',
	},
	html: {
		message: 'The response is a web page instead of data',
		advice:
			'The Base URL of the credential probably leads to the web application or to a login page. Enter the address of the service itself.',
		retryPolicy: 'retry',
		cause: 'configuration-invalid',
	},
	invalidJson: {
		message: 'The response was cut off or unreadable',
		advice:
			'The connection may have ended too early, or a proxy changed the response. Try again later. If this continues, check the Base URL of the credential and any proxy between n8n and the service.',
		retryPolicy: 'retry',
	},
	notAnEnvelope: {
		message: 'The address answers, but not with orders or users',
		advice:
			'The Base URL of the credential may lead to another service, or a proxy changed the response. Enter the address of the service itself.',
		retryPolicy: 'retry',
		cause: 'configuration-invalid',
	},
	tooLarge: {
		message: 'The response is larger than 64 MiB',
		advice:
			'No page of a list is that large, so reading stopped to protect the memory of n8n. Check the Base URL of the credential. If it is right, ask the provider of the service.',
	},
	notSent: {
		message: 'The request was not sent to the service',
		advice:
			"Either n8n or the credential blocked it. Check the Base URL, the API Token and 'Allowed HTTP Request Domains' in the credential.",
		cause: 'configuration-invalid',
	},
	connectionLost: {
		message: 'The connection to the service was interrupted',
		advice: 'Check the network of the machine that runs n8n, then try again.',
		retryPolicy: 'retry',
	},
	connectionRefused: {
		message: 'No service answers at the address of the credential',
		advice:
			'The host or port is wrong, the service is down, or a firewall blocks the connection. Check the host and port in the Base URL of the credential.',
		retryPolicy: 'retry',
	},
	unknownHost: {
		message: 'The host name of the service is not known',
		advice:
			'The name is misspelled, or the machine that runs n8n cannot look it up (DNS). Check the host in the Base URL of the credential.',
		retryPolicy: 'retry',
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
		retryPolicy: 'retry',
	},
	outOfTime: {
		message: 'The service was too slow for the time that a poll may take',
		advice:
			'The next poll continues where this one began. If it happens often, ask the provider why the service is slow.',
	},
	foreignLink: {
		message: 'The next page of the list is at another address than the Base URL',
		advice:
			'The API token is not sent there. Enter the address of the Details as Base URL in the credential, or ask the provider of the service.',
		cause: 'configuration-invalid',
	},
	brokenLink: {
		message: 'The next page of the list cannot be reached',
		advice:
			'The service sent a link that leads nowhere, so nothing is returned rather than a part of the list. Try again. If this continues, tell the provider of the service.',
	},
	pageLoop: {
		message: 'The list leads back to a page that was read before',
		advice:
			'It would never end, so nothing is returned rather than a part of the list. Try again. If this continues, tell the provider of the service.',
	},
	unsettled: {
		message: 'The list of orders changed each time it was read',
		advice:
			'The next poll reads this part of the list again, so that no order is skipped. If this continues, ask the provider of the service.',
	},
	tooManyAtOnce: {
		message: 'More orders were created in the same second than a poll can read',
		advice:
			"An import may have given all its orders the same time. Later orders wait behind them, so that none is skipped. Give polls more time (see the Troubleshooting page), or process the orders that wait with 'List Sales Orders'.",
	},
	cancelled: {
		message: 'The execution was stopped',
		advice: 'Nothing more is sent to the service. Run it again if you still need the result.',
	},
} as const satisfies Record<string, FailureRow>;

export type FailureKind = keyof typeof failureTable;
