/** Answers with a body; of errors, the specification does not show it (api-specification 7). */
import type { SandboxResponse } from './request';

const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer with a JSON body. */
export function jsonResponse(status: number, body: string): SandboxResponse {
	return { status, headers: { 'Content-Type': JSON_TYPE }, body };
}

/** An error answer. */
export function errorResponse(status: number, message: string): SandboxResponse {
	return jsonResponse(status, JSON.stringify({ error: message }));
}

/** A web page, such as a login page or that of a proxy. */
export function htmlResponse(status: number, message: string): SandboxResponse {
	return {
		status,
		headers: { 'Content-Type': 'text/html; charset=utf-8' },
		body: `<!DOCTYPE html>\n<html><head><title>${message}</title></head><body><h1>${message}</h1></body></html>\n`,
	};
}
