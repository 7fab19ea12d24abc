/** n8n's REST interface as its own editor uses it: signed in with a session cookie. */
import { Agent, request } from 'undici';

/** The owner of an n8n, who may sign in to the editor. */
export interface Owner {
	readonly email: string;
	readonly password: string;
}

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** n8n refused a request. */
export class HostRequestError extends Error {
	constructor(
		readonly method: HttpMethod,
		readonly path: string,
		readonly status: number,
		/** n8n's answer as it came. */
		readonly answer: string,
	) {
		super(`n8n answered ${method} ${path} with ${status}: ${messageOf(answer)}`);
		this.name = 'HostRequestError';
	}
}

function messageOf(answer: string): string {
	try {
		const { message, description } = JSON.parse(answer) as { message?: unknown; description?: unknown };
		if (typeof message === 'string') {
			return typeof description === 'string' ? `${message} (${description})` : message;
		}
	} catch {
		// Not JSON: shown as it is.
	}
	return answer.slice(0, 500);
}

const requestTimeoutMs = 120_000;
const readinessTimeoutMs = 5_000;

/** A client of one running n8n. */
export class RestClient {
	private cookie: string | undefined;

	private readonly agent = new Agent({
		headersTimeout: requestTimeoutMs,
		bodyTimeout: requestTimeoutMs,
		// A connection for each request: on a busy machine n8n closes an idle one in the moment in which it is used again.
		pipelining: 0,
	});

	/** `url` without a slash at its end: `http://127.0.0.1:45678`. */
	constructor(private readonly url: string) {}

	/** Errors: n8n does not answer at all of `paths` with JSON. */
	async checkReady(paths: readonly string[]): Promise<void> {
		// Whoever listens there may be somebody else, who never answers.
		const signal = AbortSignal.timeout(readinessTimeoutMs);
		for (const path of paths) {
			const { statusCode, headers, body } = await request(this.url + path, {
				dispatcher: this.agent,
				signal,
			});
			await body.dump();
			const isJson = String(headers['content-type']).startsWith('application/json');
			if (statusCode !== 200 || !isJson) throw new Error(`n8n answered ${path} with ${statusCode}`);
		}
	}

	/** Sets up the owner where n8n has none yet, and signs in. Errors: another owner was set up before. */
	async signIn(owner: Owner): Promise<void> {
		const owned = { ...owner, firstName: 'Sandbox', lastName: 'Owner' };
		await this.request('POST', '/owner/setup', owned).catch((error: unknown) => {
			if (!(error instanceof HostRequestError && error.status === 400)) throw error;
		});
		await this.request('POST', '/login', { emailOrLdapLoginId: owner.email, password: owner.password });
	}

	/**
	 * Sends a request to `path` below /rest and gives the `data` of the answer.
	 * Errors: HostRequestError for any status but 2xx; n8n cannot be reached.
	 */
	async request<Result = unknown>(method: HttpMethod, path: string, body?: unknown): Promise<Result> {
		const text = await this.exchange(method, `/rest${path}`, body);
		const answer = (text === '' ? {} : JSON.parse(text)) as { data?: Result };
		return answer.data as Result;
	}

	/** Reads a JSON file that n8n serves to its editor, such as `/types/nodes.json`. */
	async file<Result>(path: string): Promise<Result> {
		return JSON.parse(await this.exchange('GET', path)) as Result;
	}

	/** Closes the connections. */
	async close(): Promise<void> {
		await this.agent.destroy();
	}

	private async exchange(method: HttpMethod, path: string, body?: unknown): Promise<string> {
		const response = await request(this.url + path, {
			method,
			dispatcher: this.agent,
			headers: {
				accept: 'application/json',
				...(this.cookie === undefined ? {} : { cookie: this.cookie }),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.body.text();
		if (response.statusCode < 200 || response.statusCode > 299) {
			throw new HostRequestError(method, path, response.statusCode, text);
		}
		const cookies = [response.headers['set-cookie'] ?? []].flat();
		const session = cookies.find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.cookie = session.split(';')[0];
		return text;
	}
}
