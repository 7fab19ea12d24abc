/** The endpoints of the service (api-specification 4), without connection, faults or rate limit. */
import { errorResponse, jsonResponse } from './errorBody';
import { jsonText } from './jsonText';
import { BadRequestError, readListQuery, readPage } from './listQuery';
import type { ListedUser, TokenUser } from './model';
import type { OrderDocuments } from './orderDocuments';
import type { OrderSelector } from './orderSelection';
import { paginate } from './pagination';
import type { RequestTarget, SandboxResponse } from './request';
import type { Switches } from './switches';
import type { World } from './world';

const MAXIMUM_STRING_LENGTH = 255;

/** A request whose token has been recognized. */
export interface AuthorizedRequest {
	method: string;
	target: RequestTarget;
	body: string | undefined;
	user: TokenUser;
}

/** Answers requests from the world. */
export class Service {
	constructor(
		private readonly world: World,
		private readonly users: () => readonly ListedUser[],
		private readonly selector: OrderSelector,
		private readonly documents: OrderDocuments,
		private readonly switches: Switches,
	) {}

	/** The answer to a request, in the shapes that the switches ask for. Never throws for what a client can send. */
	answer(request: AuthorizedRequest): SandboxResponse {
		try {
			return this.route(request);
		} catch (error) {
			if (error instanceof BadRequestError) return errorResponse(400, error.message);
			throw error;
		}
	}

	private route(request: AuthorizedRequest): SandboxResponse {
		const { path } = request.target;
		if (path === '/api/v2/salesOrder') {
			return this.allowing('GET', request, () => this.listSalesOrders(request));
		}
		if (path === '/api/v2/user') return this.allowing('GET', request, () => this.listUsers(request));
		const order = /^\/api\/v2\/salesOrder\/([^/]+)$/.exec(path);
		if (order) return this.allowing('PUT', request, () => this.putExternalId(order[1] as string, request));
		return errorResponse(404, 'Not found');
	}

	private allowing(
		method: string,
		request: AuthorizedRequest,
		answer: () => SandboxResponse,
	): SandboxResponse {
		if (request.method === method) return answer();
		const refusal = errorResponse(405, 'Method not allowed');
		return { ...refusal, headers: { ...refusal.headers, Allow: method } };
	}

	private listSalesOrders({ target, user }: AuthorizedRequest): SandboxResponse {
		const query = readListQuery(target, this.switches);
		const { totalCount, records } = this.selector.page(query, user.timezone);
		const pagination = paginate(target, query.page, totalCount, this.switches);
		if (this.switches.counted === 'account') {
			pagination.totalCount = this.world.listed('all').length;
			pagination.totalPages = Math.ceil(pagination.totalCount / this.switches.pageSize);
		}
		const texts = records.flatMap((record, index) => [index > 0 ? ',' : '', this.documents.text(record)]);
		const parts = [`{"pagination":${JSON.stringify(pagination)},"salesOrders":[`, ...texts, ']}'];
		// In one piece, as a network delivers it, and by one copy, which takes milliseconds: otherwise the reader pays for it.
		return jsonResponse(200, parts.join(''));
	}

	private listUsers({ target }: AuthorizedRequest): SandboxResponse {
		const page = readPage(target, this.switches);
		const first = (page - 1) * this.switches.pageSize;
		const users = this.users();
		const pagination = paginate(target, page, users.length, this.switches);
		return jsonResponse(
			200,
			jsonText({ pagination, users: users.slice(first, first + this.switches.pageSize) }),
		);
	}

	private putExternalId(idText: string, { body }: AuthorizedRequest): SandboxResponse {
		const record = /^\d{1,30}$/.test(idText) ? this.world.record(BigInt(idText)) : undefined;
		if (!record?.arrived) return errorResponse(404, 'There is no such sales order');
		this.world.setExternalId(record.id, this.cut(externalIdOf(body)));
		switch (this.switches.putResponseBody) {
			case 'order':
				return jsonResponse(200, this.documents.text(record));
			case 'emptyObject':
				return jsonResponse(200, '{}');
			case 'empty':
				return { status: 200, headers: {}, body: '' };
		}
	}

	private cut(text: string): string {
		if (this.switches.characters === 'utf16CodeUnits') return text.slice(0, MAXIMUM_STRING_LENGTH);
		return Array.from(text).slice(0, MAXIMUM_STRING_LENGTH).join('');
	}
}

function externalIdOf(body: string | undefined): string {
	let content: unknown;
	try {
		content = JSON.parse(body ?? '');
	} catch {
		throw new BadRequestError('The body is not JSON');
	}
	const externalId =
		typeof content === 'object' && content !== null && 'externalId' in content
			? content.externalId
			: undefined;
	if (typeof externalId !== 'string') throw new BadRequestError('externalId must be a string');
	return externalId;
}
