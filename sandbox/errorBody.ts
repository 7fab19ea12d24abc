/** Error answers in the shape that the switch asks for (api-specification 7: not shown). */
import type { SandboxResponse } from './request';
import type { Switches } from './switches';

const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer with a JSON body. */
export function jsonResponse(status: number, body: string): SandboxResponse {
	return { status, headers: { 'Content-Type': JSON_TYPE }, body };
}

/** An error answer. */
export function errorResponse(
	status: number,
	message: string,
	shape: Switches['errorBody'],
): SandboxResponse {
	switch (shape) {
		case 'json':
			return jsonResponse(status, JSON.stringify({ error: message }));
		case 'nestedJson':
			return jsonResponse(status, JSON.stringify({ error: { code: status, message } }));
		case 'text':
			return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: message };
		case 'html':
			return htmlResponse(status, message);
		case 'empty':
			return { status, headers: {}, body: '' };
	}
}

/** A web page, such as a login page or that of a proxy. */
export function htmlResponse(status: number, message: string): SandboxResponse {
	return {
		status,
		headers: { 'Content-Type': 'text/html; charset=utf-8' },
		body: `<!DOCTYPE html>\n<html><head><title>${message}</title></head><body><h1>${message}</h1></body></html>\n`,
	};
}
