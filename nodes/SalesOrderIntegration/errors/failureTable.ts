/**
 * What can go wrong with the service, and what the integrator reads about it: the one table (design 3.7).
 * docs/errors.md is generated from it.
 */

/** How a failure is treated: `repeat` again after a pause, `wait` for the rate limit, or `final`. */
export type RetryPolicy = 'repeat' | 'wait' | 'final';

/** Whose failure it is, in the words of n8n's durable scheduler (n8n-facts, polling triggers). */
export type FailureCause =
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid' | 'node-defect';

/** A kind of failure. */
export interface FailureRow {
	/** What happened, in one sentence. Free of error codes such as ECONNRESET, which n8n would replace. */
	message: string;
	/** What to do. */
	advice: string;
	retryPolicy: RetryPolicy;
	cause: FailureCause;
	/** Whether maintenance of the service could explain it. */
	maybeMaintenance?: true;
}

/** All that can go wrong. */
export const failureTable = {
	unauthorized: {
		message: 'The service did not accept the API token (401)',
		advice:
			'Create a new personal API token in the user edit screen of the web application and paste it into the credential. Tokens end when the user is disabled or the trial is over.',
		retryPolicy: 'final',
		cause: 'credential-invalid',
	},
	forbidden: {
		message: 'The user of this API token may not do this (403)',
		advice: 'Ask the account administrator for the permission, or use the token of another user.',
		retryPolicy: 'final',
		cause: 'credential-invalid',
	},
	badRequest: {
		message: 'The service rejected the request as wrong (400)',
		advice:
			'Check the values given to this operation; what the service answered is shown below, if it said anything.',
		retryPolicy: 'final',
		cause: 'configuration-invalid',
	},
	notFound: {
		message: 'The service does not know this address (404)',
		advice: "Check 'Base URL' in the credential: it is the address of the service without /api/v2.",
		retryPolicy: 'final',
		cause: 'configuration-invalid',
	},
	noSuchOrder: {
		message: 'The service has no order',
		advice:
			"Check that 'Order ID' is the salesOrderId of this service, not a number of your own system, and that the credential belongs to the account that has the order.",
		retryPolicy: 'final',
		cause: 'configuration-invalid',
	},
	clientError: {
		message: 'The service refused the request',
		advice:
			'Check the Base URL of the credential and the values given; what the service answered is shown below.',
		retryPolicy: 'final',
		cause: 'configuration-invalid',
	},
	redirect: {
		message: 'The service answered with a redirect, which counts as a failure',
		advice:
			'The token is not sent to another address. Enter the final address of the service as Base URL in the credential (https, no redirect).',
		retryPolicy: 'final',
		cause: 'configuration-invalid',
	},
	unexpectedSuccess: {
		message: 'The service answered with a status other than 200, which counts as a failure',
		advice:
			'Nothing is known to have been stored or read. Run it again; if it stays, ask the provider of the service.',
		retryPolicy: 'final',
		cause: 'temporarily-unavailable',
	},
	rateLimited: {
		message: 'The service is busy: its limit of requests per minute is used up (429)',
		advice:
			'Waiting and repeating did not help within the time allowed. Run fewer workflows with this token at the same time, or poll less often; nothing was lost.',
		retryPolicy: 'wait',
		cause: 'rate-limited',
	},
	serverError: {
		message: 'The service has a problem of its own',
		advice: 'It was asked several times. Try again later; nothing was lost.',
		retryPolicy: 'repeat',
		cause: 'temporarily-unavailable',
		maybeMaintenance: true,
	},
	html: {
		message: 'A web page came instead of data',
		advice:
			'The Base URL of the credential probably points to the web application or a login page, not to the service. It is the address of the service without /api/v2.',
		retryPolicy: 'repeat',
		cause: 'configuration-invalid',
		maybeMaintenance: true,
	},
	invalidJson: {
		message: 'The answer of the service is not readable: it is cut off or not JSON',
		advice:
			'It was asked several times. Try again later; if it stays, check the Base URL or a proxy in between.',
		retryPolicy: 'repeat',
		cause: 'temporarily-unavailable',
	},
	notAnEnvelope: {
		message: 'The answer of the service is not a list of the expected kind',
		advice:
			'The Base URL of the credential may point to another service, or a proxy changed the answer. What came instead is shown below.',
		retryPolicy: 'repeat',
		cause: 'configuration-invalid',
	},
	tooLarge: {
		message: 'The answer of the service is too large to be a page of a list',
		advice: 'Check the Base URL of the credential; if it is right, ask the provider of the service.',
		retryPolicy: 'final',
		cause: 'temporarily-unavailable',
	},
	notSent: {
		message: 'The request was not sent to the service',
		advice:
			'Either n8n or the credential refused it before it left: check the Base URL, the API Token (no spaces or line breaks inside) and the allowed domains of the credential, and the rules of this n8n for outgoing requests.',
		retryPolicy: 'final',
		cause: 'configuration-invalid',
	},
	connectionLost: {
		message: 'The connection to the service broke off',
		advice: 'It was tried several times. Check the network of the machine that runs n8n, then try again.',
		retryPolicy: 'repeat',
		cause: 'temporarily-unavailable',
		maybeMaintenance: true,
	},
	connectionRefused: {
		message: 'Nothing answers at the address of the service',
		advice: 'Check the Base URL of the credential (host and port), and whether a firewall stands in between.',
		retryPolicy: 'repeat',
		cause: 'temporarily-unavailable',
		maybeMaintenance: true,
	},
	unknownHost: {
		message: 'The host name of the service is not known',
		advice:
			'Check the Base URL of the credential for a typing mistake, and the DNS of the machine that runs n8n.',
		retryPolicy: 'repeat',
		cause: 'temporarily-unavailable',
	},
	tls: {
		message: 'No secure connection to the service could be made',
		advice:
			'Its certificate is not valid for this address, has expired, or is replaced by a proxy. Check the Base URL; do not switch off the check of certificates.',
		retryPolicy: 'final',
		cause: 'configuration-invalid',
	},
	timeout: {
		message: 'The service did not answer within 30 seconds',
		advice:
			'It was asked several times. Try again later; a list of orders also gets shorter with a shorter time window.',
		retryPolicy: 'repeat',
		cause: 'temporarily-unavailable',
		maybeMaintenance: true,
	},
	outOfTime: {
		message: 'The service was too slow for the time that a poll may take',
		advice:
			'Nothing was lost: the next poll continues. If it happens often, poll less often or ask for less at once.',
		retryPolicy: 'final',
		cause: 'temporarily-unavailable',
		maybeMaintenance: true,
	},
	foreignLink: {
		message: 'The list continues at another address than that of the credential',
		advice:
			'The token is not sent there. Enter the address that the service itself uses as Base URL, or ask the provider of the service.',
		retryPolicy: 'final',
		cause: 'configuration-invalid',
	},
	brokenLink: {
		message: 'The link to the next page of the list cannot be read, or leads to no page of it',
		advice:
			'Reading on would mean guessing. Ask the provider of the service; what the link was is shown below.',
		retryPolicy: 'final',
		cause: 'temporarily-unavailable',
	},
	pageLoop: {
		message: 'The list leads back to a page that was read before, and would never end',
		advice: 'Choose a shorter time window; if it stays, ask the provider of the service.',
		retryPolicy: 'final',
		cause: 'temporarily-unavailable',
	},
	unsettled: {
		message: 'The list of orders does not settle: it changes each time it is read',
		advice:
			'Everything that was seen is handed over, and the poll stays at this place, so that nothing is passed over. If it lasts, ask the provider of the service.',
		retryPolicy: 'final',
		cause: 'temporarily-unavailable',
	},
	tooManyAtOnce: {
		message: 'More orders were made in the same second than a poll can read',
		advice:
			'The poll stays at this place, so that nothing is passed over. An import may have given all its orders one time: move them with List Sales Orders, then set Start From of the trigger to a time after the import.',
		retryPolicy: 'final',
		cause: 'temporarily-unavailable',
	},
	cancelled: {
		message: 'The execution was stopped',
		advice: 'Nothing more was sent to the service.',
		retryPolicy: 'final',
		cause: 'temporarily-unavailable',
	},
} as const satisfies Record<string, FailureRow>;

/** What went wrong. */
export type FailureKind = keyof typeof failureTable;
