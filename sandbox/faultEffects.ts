/** What each fault does to an answer. */
import { errorResponse, htmlResponse, jsonResponse } from './errorBody';
import type { AnswerFault, Fault } from './faults';
import { jsonText, parseJsonText, withValueAt } from './jsonText';
import type { SandboxResponse } from './request';

const DEFAULT_OVERSIZE = 64 * 1024 * 1024;
/** One field of each type of the specification, each with a value of another type. */
const defaultWrongTypes: Record<string, unknown> = {
	totalSales: 'not a number',
	deleted: 'no',
	customer: null,
	items: {},
	sellerComment: 42,
	latitude: true,
	username: ['not', 'a', 'string'],
};

/** Whether the request still does its work although the client will not hear of it, or something else. */
export function letsRequestTakeEffect(fault: Fault): boolean {
	switch (fault.kind) {
		case 'reset':
		case 'hang':
			return fault.takesEffect ?? false;
		case 'status':
			return fault.takesEffect ?? (fault.status >= 200 && fault.status < 300);
		case 'tooManyRequests':
		case 'redirect':
		case 'html200':
			return false;
		default:
			return true;
	}
}

/** The answer under a fault. `now`: milliseconds since 1970; `otherOrigin`: where redirects lead. */
export function disturbed(
	response: SandboxResponse,
	fault: AnswerFault,
	now: number,
	otherOrigin: string,
): SandboxResponse {
	switch (fault.kind) {
		case 'status':
			return replaced(response, statusResponse(fault.status, fault.body));
		case 'tooManyRequests':
			return tooManyRequests(response, fault.resetAfterMs, now);
		case 'redirect': {
			const location = fault.location ?? `${otherOrigin}/login`;
			return replaced(response, { status: fault.status ?? 302, headers: { Location: location }, body: '' });
		}
		case 'html200':
			return replaced(response, htmlResponse(200, fault.title ?? 'Sign in'));
		case 'invalidJson':
			return {
				...response,
				body: response.body.slice(0, Math.floor(response.body.length * (fault.share ?? 0.5))),
			};
		case 'emptyBody':
			return { ...response, status: 200, body: '' };
		case 'notAnEnvelope':
			return replaced(
				response,
				jsonResponse(200, jsonText(fault.body === undefined ? { status: 'ok' } : fault.body)),
			);
		case 'oversizedBody':
			return { ...response, body: response.body.padEnd(fault.characters ?? DEFAULT_OVERSIZE, ' ') };
		case 'wrongTypes':
			return { ...response, body: withWrongTypes(response.body, fault.values ?? defaultWrongTypes) };
		case 'headers':
			return { ...response, headers: withHeaders(response.headers, fault.headers) };
		case 'rewrite':
			return fault.rewrite(response);
	}
}

/** `other` with the headers that every answer carries. */
function replaced(response: SandboxResponse, other: SandboxResponse): SandboxResponse {
	const { 'Content-Type': _type, Allow: _allow, ...common } = response.headers;
	return { ...other, headers: { ...common, ...other.headers } };
}

function statusResponse(status: number, body: string | undefined): SandboxResponse {
	if (body !== undefined) return jsonResponse(status, body);
	if (status === 204 || status === 304) return { status, headers: {}, body: '' };
	if (status < 300) return jsonResponse(status, '{}');
	return errorResponse(status, `Status ${status}`);
}

function tooManyRequests(
	response: SandboxResponse,
	resetAfterMs: number | null | undefined,
	now: number,
): SandboxResponse {
	const refusal = replaced(response, errorResponse(429, 'Rate limit exceeded'));
	const reset = resetAfterMs === undefined ? 60_000 : resetAfterMs;
	const absent = {
		'X-RateLimit-Limit': undefined,
		'X-RateLimit-Remaining': undefined,
		'X-RateLimit-Reset': undefined,
	};
	const present = {
		'X-RateLimit-Limit': refusal.headers['X-RateLimit-Limit'] ?? '500',
		'X-RateLimit-Remaining': '0',
		'X-RateLimit-Reset': String(Math.ceil((now + (reset ?? 0)) / 1000)),
	};
	return { ...refusal, headers: withHeaders(refusal.headers, reset === null ? absent : present) };
}

function withHeaders(
	headers: Record<string, string>,
	changes: Record<string, string | undefined>,
): Record<string, string> {
	const result = { ...headers };
	for (const [name, value] of Object.entries(changes)) {
		if (value === undefined) delete result[name];
		else result[name] = value;
	}
	return result;
}

function withWrongTypes(body: string, values: Record<string, unknown>): string {
	if (body === '') return body;
	const wrong = (resource: unknown) => {
		let result = resource;
		for (const [path, value] of Object.entries(values)) result = withValueAt(result, path, value);
		return result;
	};
	const content = parseJsonText(body) as Record<string, unknown>;
	for (const list of ['salesOrders', 'users']) {
		const resources = content[list];
		if (Array.isArray(resources)) return jsonText({ ...content, [list]: resources.map(wrong) });
	}
	return jsonText(wrong(content));
}
