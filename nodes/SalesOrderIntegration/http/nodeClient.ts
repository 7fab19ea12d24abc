/** A client of the service in a node: the credential, and n8n's own HTTP helper as the transport. */
import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { AnswerTooLargeError, CALL_TIMEOUT_MS, MAX_ANSWER_BYTES } from './call';
import type { Transport } from './call';
import type { Client } from './client';
import { readConnection } from './connection';
import type { CredentialFields } from './connection';
import { Hints } from '../errors/hints';
import { systemTiming } from './timing';

export const CREDENTIAL_NAME = 'salesOrderIntegrationApi';

/** What is needed of a context: every kind of node function has it. */
export type ServiceContext = Pick<IAllExecuteFunctions, 'getCredentials' | 'getNode' | 'helpers'> & {
	getExecutionCancelSignal?(): AbortSignal | undefined;
};

/**
 * A client for the credential of this node.
 *
 * @param deadline epoch milliseconds past which no wait is begun
 * @throws InputError for a credential that cannot work
 */
export async function clientFor(context: ServiceContext, deadline?: number): Promise<Client> {
	const fields = await context.getCredentials<CredentialFields & IDataObject>(CREDENTIAL_NAME);
	return {
		connection: readConnection(fields),
		transport: transportOf(context, fields),
		timing: systemTiming,
		hints: new Hints(),
		signal: context.getExecutionCancelSignal?.(),
		deadline,
		clock: {},
	};
}

function transportOf(context: ServiceContext, fields: CredentialFields & IDataObject): Transport {
	// Otherwise n8n reads the credential from its database and decrypts it anew for each call.
	const credentialsDecrypted = {
		id: '',
		name: '',
		type: CREDENTIAL_NAME,
		data: fields as ICredentialDataDecryptedObject,
	};
	return async ({ method, url, body }, signal) => {
		// n8n replaces the signal of a request by that of the execution, which knows nothing of our 30 s and deadlines.
		const caller: ServiceContext = Object.create(context, {
			getExecutionCancelSignal: { value: () => signal },
		});
		const options: IHttpRequestOptions = {
			method,
			url,
			body,
			headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
			timeout: CALL_TIMEOUT_MS,
			abortSignal: signal,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			// As a stream, because n8n puts no bound on a body that it collects itself.
			encoding: 'stream',
		};
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			caller as IAllExecuteFunctions,
			CREDENTIAL_NAME,
			options,
			{ credentialsDecrypted },
		)) as IN8nHttpFullResponse;
		return {
			status: response.statusCode,
			headers: response.headers,
			body: await readText(response.body as BodyStream, signal),
		};
	};
}

type BodyStream = AsyncIterable<Buffer> & { destroy(): void };

/** The signal of a request ends with its head, so the stream is ended here. */
async function readText(stream: BodyStream, signal: AbortSignal): Promise<string> {
	const chunks: Buffer[] = [];
	let size = 0;
	const end = () => stream.destroy();
	if (signal.aborted) end();
	signal.addEventListener('abort', end, { once: true });
	try {
		for await (const chunk of stream) {
			size += chunk.length;
			if (size > MAX_ANSWER_BYTES) throw new AnswerTooLargeError();
			chunks.push(chunk);
		}
	} finally {
		signal.removeEventListener('abort', end);
	}
	return Buffer.concat(chunks).toString('utf8');
}
