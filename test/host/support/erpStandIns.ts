/**
 * Stand-ins for ERPs: as much of their protocols as n8n's own nodes for them speak, so that these nodes run for real.
 * What an ERP does with an order beyond keeping it is not shown by them.
 */
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

/** One order in the ERP: the values that it was created with, under its number. */
export interface ErpDocument {
	readonly number: number | string;
	readonly values: IDataObject;
}

export abstract class ErpStandIn {
	/** The credential that n8n's node for this ERP asks for, and the field that holds the order's ID. */
	abstract readonly credentialType: string;
	abstract readonly referenceField: string;
	abstract credentialData(): ICredentialDataDecryptedObject;
	/** The number that the ERP gives to its `count`-th document. */
	protected abstract numberOf(count: number): ErpDocument['number'];

	readonly documents: ErpDocument[] = [];
	/** References of orders that the ERP does not take. */
	readonly refused = new Set<string>();
	protected readonly server: FastifyInstance = Fastify();
	/** Set by `start`. */
	url = '';

	async start(): Promise<void> {
		this.url = await this.server.listen({ port: 0, host: '127.0.0.1' });
	}

	async stop(): Promise<void> {
		await this.server.close();
	}

	/** Keeps a document, or gives the reason why not. */
	create(values: IDataObject): ErpDocument | string {
		if (this.refused.has(String(values[this.referenceField]))) return 'The customer is not known here';
		const document = { number: this.numberOf(this.documents.length + 1), values };
		this.documents.push(document);
		return document;
	}

	/** The documents of which one field has this value. */
	protected find(field: string, value: unknown): ErpDocument[] {
		return this.documents.filter(({ values }) => values[field] === value);
	}
}

/** Odoo's JSON-RPC: everything is a POST to one address, and a refusal is an answer with status 200. */
export class OdooStandIn extends ErpStandIn {
	override readonly credentialType = 'odooApi';
	override readonly referenceField = 'client_order_ref';

	constructor() {
		super();
		type Call = { Body: { params: { service: string; args: unknown[] } } };
		this.server.post<Call>('/jsonrpc', ({ body: { params } }) => {
			if (params.service === 'common') return { result: 2 };
			const [, , , model, method, what] = params.args;
			if (model !== 'sale.order') return failure(`There is no model ${String(model)}`);
			if (method === 'create') {
				const created = this.create(what as IDataObject);
				return typeof created === 'string' ? failure(created) : { result: created.number };
			}
			const [[field, operator, value] = []] = what as string[][];
			if (method !== 'search_read' || operator !== '=') return failure('That is not known here');
			const found = this.find(String(field), value);
			return { result: found.map(({ number, values }) => ({ id: number, ...values })) };
		});
		const failure = (message: string) => ({ error: { message: 'Odoo Server Error', data: { message } } });
	}

	override credentialData() {
		return { url: this.url, username: 'n8n', password: 'secret', db: 'orders' };
	}

	protected override numberOf(count: number) {
		return 500 + count;
	}
}

/** ERPNext's REST interface: a path for each kind of document; a refusal has the status 417. */
export class ErpNextStandIn extends ErpStandIn {
	override readonly credentialType = 'erpNextApi';
	override readonly referenceField = 'po_no';

	constructor() {
		super();
		const path = '/api/resource/Sales Order';
		const sent = ({ number, values }: ErpDocument) => ({ name: number, ...values });
		this.server.get<{ Querystring: { filters: string } }>(path, ({ query }) => {
			const [[, field, , value] = []] = JSON.parse(query.filters) as string[][];
			return { data: this.find(String(field), value).map(sent) };
		});
		this.server.post<{ Body: IDataObject }>(path, async ({ body }, reply: FastifyReply) => {
			const created = this.create(body);
			if (typeof created !== 'string') return { data: sent(created) };
			return await reply.code(417).send({ exc_type: 'ValidationError', exception: created });
		});
	}

	override credentialData() {
		return {
			...{ apiKey: 'key', apiSecret: 'secret', environment: 'selfHosted', domain: this.url },
			...{ subdomain: '', allowUnauthorizedCerts: false },
		};
	}

	protected override numberOf(count: number) {
		return `SAL-ORD-2026-${String(count).padStart(5, '0')}`;
	}
}
