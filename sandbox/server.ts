/** The sandbox over real HTTP: writes answers exactly as they are and breaks connections where a fault says so. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Exchange, Outcome } from './exchange';
import type { SandboxRequest, SandboxResponse } from './request';

const BODY_LIMIT = 16 * 1024 * 1024;
const SLOW_BODY_PIECES = 20;

/** Where to listen. */
export interface ListenOptions {
	/** Default 0: any free port. */
	port?: number;
	/** Serves over TLS with this certificate (PEM). */
	tls?: { key: string; cert: string };
}

/** A sandbox that can be reached. */
export interface RunningSandbox {
	/** `http://127.0.0.1:port`, or `https://` with a certificate. */
	baseUrl: string;
	/** Ends all connections, also those that hang. */
	close(): Promise<void>;
}

/** Starts to listen. */
export async function listen(exchange: Exchange, options: ListenOptions = {}): Promise<RunningSandbox> {
	const scheme = options.tls ? 'https' : 'http';
	// Loaded only where a sandbox listens: most tests talk to one in their own process.
	const { fastify } = await import('fastify');
	const app = fastify({
		forceCloseConnections: true,
		bodyLimit: BODY_LIMIT,
		// The sandbox finds the endpoint itself, from the address exactly as it was sent.
		rewriteUrl: () => '/',
		https: options.tls ?? null,
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	let baseUrl = '';
	app.all('/', async (request: FastifyRequest, reply: FastifyReply) => {
		reply.hijack();
		const gone = new AbortController();
		reply.raw.once('close', () => gone.abort());
		try {
			await exchange.run(requestOf(request, gone.signal), baseUrl, async (outcome) => {
				await perform(outcome, reply.raw);
			});
		} catch (error) {
			// The client went away while the answer was delayed; there is nobody left to tell.
			if (!gone.signal.aborted) throw error;
		}
	});
	// Loopback only: the sandbox is no public service.
	await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
	const { address, port } = app.server.address() as AddressInfo;
	baseUrl = `${scheme}://${address}:${port}`;
	return { baseUrl, close: async () => await app.close() };
}

function requestOf(request: FastifyRequest, signal: AbortSignal): SandboxRequest {
	const headers: Record<string, string | undefined> = {};
	for (const [name, value] of Object.entries(request.headers)) {
		headers[name] = Array.isArray(value) ? value.join(', ') : value;
	}
	const result: SandboxRequest = { method: request.method, url: request.originalUrl, headers, signal };
	if (typeof request.body === 'string') result.body = request.body;
	return result;
}

async function perform(outcome: Outcome, raw: ServerResponse): Promise<void> {
	if (raw.destroyed || raw.socket?.destroyed) return;
	const closed = once(raw, 'close');
	switch (outcome.kind) {
		case 'response':
			raw.end(begin(raw, outcome.response));
			break;
		case 'slowBody':
			await writeSlowly(raw, begin(raw, outcome.response), outcome.milliseconds);
			break;
		case 'cutBody':
			begin(raw, outcome.response);
			raw.write(outcome.response.body.slice(0, outcome.characters) || '{', () => raw.destroy());
			break;
		case 'endlessBody':
			raw.writeHead(outcome.response.status, outcome.response.headers);
			await writeForEver(raw, outcome.response.body || ' ');
			break;
		case 'reset':
			raw.socket?.resetAndDestroy();
			break;
		case 'hang':
			break;
	}
	await closed;
}

/** Writes the head and gives the body that belongs to it. */
function begin(raw: ServerResponse, response: SandboxResponse): Buffer {
	const body = Buffer.from(response.body);
	const hasBody = response.status !== 204 && response.status !== 304;
	raw.writeHead(response.status, {
		...response.headers,
		...(hasBody ? { 'Content-Length': String(body.length) } : {}),
	});
	return body;
}

async function writeSlowly(raw: ServerResponse, body: Buffer, milliseconds: number): Promise<void> {
	const size = Math.max(1, Math.ceil(body.length / SLOW_BODY_PIECES));
	for (let from = 0; from < body.length && !raw.destroyed; from += size) {
		raw.write(body.subarray(from, from + size));
		// Not after the last piece: the client has the whole body then and may send its next request.
		if (from + size < body.length) await sleep(milliseconds / SLOW_BODY_PIECES);
	}
	if (!raw.destroyed) raw.end();
}

async function writeForEver(raw: ServerResponse, text: string): Promise<void> {
	try {
		await pipeline(Readable.from(endlessly(text)), raw);
	} catch (error) {
		// The only way out: the client gives up.
		if (!raw.destroyed) throw error;
	}
}

function* endlessly(text: string): Generator<string> {
	for (;;) yield text;
}
