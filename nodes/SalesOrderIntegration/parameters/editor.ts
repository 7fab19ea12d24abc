/** What the editor asks the service for: the users, as the test of a credential and behind Created By (api-specification 4.3). */
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { SECOND_MS } from '../dates/durations';
import { asFailure, InputError } from '../errors/failures';
import { asNodeError } from '../errors/nodeErrors';
import { CALL_TIMEOUT_MS, HEADERS, type Transport } from '../http/call';
import { withToken } from '../http/connection';
import { clientFor, clientWith, readResponse, systemTiming } from '../http/nodeClient';
import { readCompleteList } from '../lists/completeList';
import { users } from '../lists/orders';
import { readPage } from '../lists/pages';
import { recordId, type WireRecord } from '../lists/wire';
import { fold } from './values';

/**
 * The test of the credential, as a function because n8n shows the error of a test request by its bare code, such as
 * ECONNREFUSED. One request, no retry: whoever saves a credential waits for the result.
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		// Time for one call, and none to wait for the rate limit.
		const limits = { maxTries: 1, deadline: systemTiming.now() + CALL_TIMEOUT_MS + 5 * SECOND_MS };
		await readPage(clientWith(data, transportOf(this, data), limits), users);
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		const { message, description } = error instanceof InputError ? error : asFailure(error);
		return { status: 'Error', message: `${message}. ${description}` };
	}
}

/** The only HTTP helper that n8n offers the test of a credential. */
function transportOf({ helpers }: ICredentialTestFunctions, data: ICredentialDataDecryptedObject): Transport {
	return async ({ method, url }, signal) => {
		const response = await helpers.request({
			method,
			uri: url,
			headers: withToken(HEADERS, data.apiToken),
			timeout: CALL_TIMEOUT_MS,
			followRedirect: false,
			resolveWithFullResponse: true,
			simple: false,
			useStream: true,
		});
		return await readResponse(response as IN8nHttpFullResponse, signal);
	};
}

/**
 * All users whose name or username has the text `filter` in it, whatever its accents and case, for a resource locator.
 * Throws NodeApiError or NodeOperationError.
 */
export async function searchUsers(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	try {
		const client = await clientFor(this);
		const { records } = await readCompleteList(client, { query: users, convert: asItem });
		const results = [...records.values()].filter(({ name }) => fold(name).includes(fold(filter)));
		return { results };
	} catch (error) {
		throw asNodeError(this.getNode(), error);
	}
}

function asItem(user: WireRecord): INodeListSearchItems | undefined {
	const { name, username, enabled } = user;
	const value = recordId(user);
	if (value === undefined) return undefined;
	const texts = [name, username].filter((text) => ['string', 'number'].includes(typeof text) && text !== '');
	const shown = texts.join(' · ') || value;
	return { name: enabled === false ? `${shown} (disabled)` : shown, value };
}
