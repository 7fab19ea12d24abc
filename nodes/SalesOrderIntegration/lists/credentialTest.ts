/** What the editor says when a credential is saved: the list of users, or why it cannot be read (api-specification 4.3). */
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { MINUTE_MS } from '../dates/durations';
import { asFailure, InputError } from '../errors/failures';
import { CALL_TIMEOUT_MS, HEADERS, type Transport } from '../http/call';
import { withToken } from '../http/connection';
import { clientWith, systemTiming } from '../http/nodeClient';
import { users } from './orders';
import { readPage } from './pages';

/**
 * The test of the credential, as a function because n8n shows the error of a test request by its bare code, such as
 * ECONNREFUSED. One request, no retry: whoever saves a credential waits for the result.
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		const limits = { maxTries: 1, deadline: systemTiming.now() + MINUTE_MS };
		await readPage(clientWith(data, transportOf(this, data), limits), users);
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		const { message, description } = error instanceof InputError ? error : asFailure(error);
		return { status: 'Error', message: `${message}. ${description}` };
	}
}

/** The only HTTP helper that n8n offers the test of a credential. */
function transportOf({ helpers }: ICredentialTestFunctions, data: ICredentialDataDecryptedObject): Transport {
	return async ({ method, url }) => {
		const { statusCode, headers, body } = (await helpers.request({
			method,
			uri: url,
			headers: withToken(HEADERS, data.apiToken),
			timeout: CALL_TIMEOUT_MS,
			followRedirect: false,
			resolveWithFullResponse: true,
			simple: false,
		})) as { statusCode: number; headers: Record<string, unknown>; body?: unknown };
		return { status: statusCode, headers, body: String(body ?? '') };
	};
}
