/** A client of the service in a node: with the credential, and with n8n's HTTP helper and sleep. */
import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { ServiceFailure } from '../errors/failures';
import { Hints } from '../errors/hints';
import { CALL_TIMEOUT_MS, HEADERS, type ServiceResponse, type Transport } from './call';
import type { Client } from './client';
import { readConnection } from './connection';
import { waitFor, type Timing, type WaitLimits } from './timing';

export const CREDENTIAL_NAME = 'salesOrderIntegrationApi';

/** What is needed of a context: every kind of node function has it. */
export type ServiceContext = Pick<IAllExecuteFunctions, 'getCredentials' | 'getNode' | 'helpers'> & {
	getExecutionCancelSignal?(): AbortSignal | undefined;
};

/**
 * A client for the credential of this node.
 *
 * @param deadline epoch milliseconds at which every call and wait must have ended
 * @param itemIndex the input item for expressions in the credential
 * @throws InputError for a credential that cannot work
 */
export async function clientFor(
	context: ServiceContext,
	{ deadline, itemIndex }: { deadline?: number; itemIndex?: number } = {},
): Promise<Client> {
	const fields = await context.getCredentials(CREDENTIAL_NAME, itemIndex);
	return clientWith(fields, transportOf(context, fields), { ...limitsOf(context), deadline });
}

/** What ends a wait early in this context, of which some have no signal. */
export function limitsOf(context: ServiceContext): WaitLimits {
	return { timing: systemTiming, signal: context.getExecutionCancelSignal?.() };
}

/** As {@link clientFor}, with a transport of one's own for these fields of the credential. */
export function clientWith(fields: object, transport: Transport, limits: Partial<Client>): Client {
	const connection = readConnection({ ...fields });
	return { connection, transport, timing: systemTiming, hints: new Hints(), clock: {}, ...limits };
}

function transportOf(context: ServiceContext, data: ICredentialDataDecryptedObject): Transport {
	// Otherwise n8n reads the credential from its database and decrypts it again for each call.
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL_NAME, data };
	return async ({ method, url, body }, signal) => {
		// n8n replaces the signal of a request by that of the execution, which knows nothing of our 30 s and deadlines.
		const caller: IAllExecuteFunctions = Object.create(context, {
			getExecutionCancelSignal: { value: () => signal },
		});
		const options: IHttpRequestOptions = {
			method,
			url,
			body,
			headers: HEADERS,
			timeout: CALL_TIMEOUT_MS,
			abortSignal: signal,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			encoding: 'stream',
		};
		const send = context.helpers.httpRequestWithAuthentication;
		const sending = send.call(caller, CREDENTIAL_NAME, options, { credentialsDecrypted });
		return await readResponse((await sending) as IN8nHttpFullResponse, signal);
	};
}

/** The response of an HTTP helper of n8n whose body is a stream, because n8n puts no bound on one that it collects itself. */
export async function readResponse(
	{ statusCode: status, headers, body: stream }: IN8nHttpFullResponse,
	signal: AbortSignal,
): Promise<ServiceResponse> {
	const reading = async () => await readText(stream as AsyncIterable<Buffer>, signal);
	if (status === 200) return { status, headers, body: await reading() };
	// The status says what to do, such as to wait, also if the rest of the response is lost.
	const body = await waitFor(reading, REFUSAL_TIMEOUT_MS, { timing: systemTiming, signal }).catch(() => '');
	return { status, headers, body };
}

/** How long the text of a refusal may take, milliseconds. */
const REFUSAL_TIMEOUT_MS = 5_000;

/** A page of a list is far smaller. Anything larger is not one, and must not fill the memory. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** n8n's HTTP client ends the stream when the signal of the request aborts, if it has one; leaving the loop ends it as well. */
async function readText(stream: AsyncIterable<Buffer>, signal: AbortSignal): Promise<string> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of stream) {
		signal.throwIfAborted();
		size += chunk.length;
		if (size > MAX_RESPONSE_BYTES) throw new ServiceFailure('tooLarge');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString();
}

/** The `sleep` of n8n 1 ignores the signal, so a long wait is cut into slices. */
const SLICE_MS = 500;

/** Time as it passes, by the machine's own clock. */
export const systemTiming: Timing = {
	now: () => Date.now(),
	random: () => Math.random(),
	async sleep(ms, signal) {
		for (let left = ms; left > 0 && !signal?.aborted; left -= SLICE_MS) {
			await sleep(Math.min(left, SLICE_MS), signal);
		}
		signal?.throwIfAborted();
	},
};
