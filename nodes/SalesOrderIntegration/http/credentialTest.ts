/** What the editor says when a credential is saved: GET /api/v2/user (api-specification 4.3), in the words of the failure table. */
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { asFailure, InputError, ServiceFailure } from '../errors/failures';
import { CALL_TIMEOUT_MS, exchange, readJson, requireSuccess } from './call';
import type { Transport } from './call';
import { readConnection, readToken } from './connection';
import { systemTiming } from './nodeClient';

/**
 * The test of the credential, as a function because n8n shows the error of a test request by its bare code, such as
 * ECONNREFUSED. One request, no retry: whoever saves a credential waits for the result.
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	return await requestUsers(this, data).then(
		() => ({ status: 'OK', message: 'Connection successful!' }),
		(error: unknown) => {
			const known = error instanceof InputError ? error : asFailure(error).happenedAt(systemTiming.now());
			return { status: 'Error', message: `${known.message}. ${known.description}` };
		},
	);
}

async function requestUsers(
	context: ICredentialTestFunctions,
	fields: ICredentialDataDecryptedObject,
): Promise<void> {
	const { baseUrl, redactedExcerpt } = readConnection(fields);
	const transport = transportOf(context, readToken(fields.apiToken));
	const request = { method: 'GET', url: `${baseUrl}/api/v2/user` } as const;
	const response = await exchange(transport, request, { timing: systemTiming }, redactedExcerpt);
	requireSuccess(response, redactedExcerpt);
	const json = readJson(response, redactedExcerpt) as { users?: unknown } | null;
	if (!Array.isArray(json?.users)) {
		throw new ServiceFailure('notAnEnvelope', { excerpt: redactedExcerpt(response.body), httpCode: 200 });
	}
}

/** The only HTTP helper that n8n offers the test of a credential. */
function transportOf({ helpers }: ICredentialTestFunctions, token: string): Transport {
	return async ({ method, url }) => {
		const { statusCode, headers, body } = (await helpers.request({
			method,
			uri: url,
			headers: {
				Authorization: `Bearer ${token}`,
				'Content-Type': 'application/json',
				Accept: 'application/json',
			},
			timeout: CALL_TIMEOUT_MS,
			followRedirect: false,
			resolveWithFullResponse: true,
			simple: false,
		})) as { statusCode: number; headers: Record<string, unknown>; body?: unknown };
		return { status: statusCode, headers, body: String(body ?? '') };
	};
}
