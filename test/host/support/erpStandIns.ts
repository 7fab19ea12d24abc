/**
 * Stand-ins for ERPs: as much of their protocols as n8n's own nodes for them speak, so that these nodes run for real.
 * They reject what the real ones reject in a new order: an unknown customer, no lines, an unknown product. What an ERP
 * does with an order beyond keeping it is not shown by them.
 */
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

/** One order in the ERP: the values that it was created with, under its number. */
export interface ErpDocument {
	readonly number: number | string;
	readonly values: IDataObject;
}

/** One line of an order in the ERP, by the code of its product in the service. */
export interface ErpLine {
	code: string;
	quantity: number;
	price: number;
}

export abstract class ErpStandIn {
	/** The credential that n8n's node for this ERP asks for, if any, and the field that holds the order's ID. */
	abstract readonly credentialType: string | undefined;
	abstract readonly referenceField: string;
	abstract credentialData(): ICredentialDataDecryptedObject;
	/** The lines of a document. */
	abstract linesOf(document: ErpDocument): ErpLine[];
	/** Whether the ERP has cancelled a document, or has deleted it. */
	abstract isGone(reference: string): boolean;
	/** What a person changes in a document who confirms it. */
	protected abstract readonly confirmed: IDataObject;
	/** The number that the ERP gives to its `count`-th document. */
	protected abstract numberOf(count: number): ErpDocument['number'];

	documents: ErpDocument[] = [];
	/** While true, nobody reaches the ERP. */
	isDown = false;
	/** Codes of customers and products that exist in the ERP. */
	readonly customers = new Set<string>();
	readonly products = new Set<string>();
	protected readonly server: FastifyInstance = Fastify();
	private created = 0;
	/** Set by `start`. */
	url = '';

	async start(): Promise<void> {
		this.server.addHook('onRequest', async ({ socket }) => {
			if (this.isDown) socket.destroy();
		});
		this.url = await this.server.listen({ port: 0, host: '127.0.0.1' });
	}

	async stop(): Promise<void> {
		await this.server.close();
	}

	/** Keeps a document, whatever is in it. */
	keep(values: IDataObject): ErpDocument {
		this.created += 1;
		const document = { number: this.numberOf(this.created), values };
		this.documents.push(document);
		return document;
	}

	/** The documents of which one field has this value. */
	find(field: string, value: unknown): ErpDocument[] {
		return this.documents.filter(({ values }) => values[field] === value);
	}

	/** Confirms a document, as a person does in the ERP. */
	confirm(reference: string): void {
		Object.assign(this.byReference(reference)?.values ?? {}, this.confirmed);
	}

	protected byReference(reference: string): ErpDocument | undefined {
		return this.find(this.referenceField, reference)[0];
	}
}

/** A line as the tests compare it, from what the ERP calls its parts. */
export function lineOf(code: unknown, quantity: unknown, price: unknown): ErpLine {
	return { code: String(code), quantity: Number(quantity), price: Number(price) };
}

/** Odoo's JSON-RPC: everything is a POST to one address, and a rejection is a response with status 200. */
export class OdooStandIn extends ErpStandIn {
	override readonly credentialType = 'odooApi';
	override readonly referenceField = 'client_order_ref';
	protected override readonly confirmed = { state: 'sale' };

	constructor() {
		super();
		type Call = { Body: { params: { service: string; args: unknown[] } } };
		this.server.post<Call>('/jsonrpc', ({ body: { params } }) => {
			if (params.service === 'common') return { result: 2 };
			const [, , , model, method, ...rest] = params.args;
			if (method === 'search_read') return this.search(String(model), rest[0] as unknown[][]);
			if (model !== 'sale.order') return failure(`${String(method)} of ${String(model)} is not known here`);
			if (method === 'create') return this.create(rest[0] as IDataObject);
			const [[id], changes] = rest as [number[], IDataObject];
			const document = this.documents.find(({ number }) => number === id);
			if (method !== 'write' || !document) return failure(`Record does not exist: sale.order(${id})`);
			return this.check({ ...document.values, ...changes }) ?? this.write(document, changes);
		});
	}

	override credentialData() {
		return { url: this.url, username: 'n8n', password: 'secret', db: 'orders' };
	}

	override linesOf({ values }: ErpDocument): ErpLine[] {
		return (values.order_line as Array<[0, 0, IDataObject]>).map(([, , line]) => {
			const product = [...this.products][Number(line.product_id) - 1];
			return lineOf(product, line.product_uom_qty, line.price_unit);
		});
	}

	override isGone(reference: string): boolean {
		return this.byReference(reference)?.values.state === 'cancel';
	}

	protected override numberOf(count: number) {
		return 500 + count;
	}

	private search(model: string, filters: unknown[][]) {
		const [[field, operator, value] = []] = filters;
		const wanted = new Set([value].flat());
		if (operator !== '=' && operator !== 'in')
			return failure(`The operator ${String(operator)} is not known`);
		const found = (codes: Set<string>, name: string) =>
			[...codes].flatMap((code, index) => (wanted.has(code) ? [{ id: index + 1, [name]: code }] : []));
		const key = `${model} ${String(field)}`;
		if (key === 'res.partner ref') return { result: found(this.customers, 'ref') };
		if (key === 'product.product default_code') return { result: found(this.products, 'default_code') };
		if (model !== 'sale.order') return failure(`Invalid field ${key}`);
		return {
			result: this.find(String(field), value).map(({ number, values }) => ({ id: number, ...values })),
		};
	}

	private create(values: IDataObject) {
		const rejected = this.check(values);
		return rejected ?? { result: this.keep({ state: 'draft', ...values }).number };
	}

	/** Lines come as commands: 5 removes those that are there, 0 adds one. */
	private write({ values }: ErpDocument, changes: IDataObject) {
		const lines = (changes.order_line ?? values.order_line) as unknown[][];
		Object.assign(values, changes, { order_line: lines.filter(([command]) => command !== 5) });
		return { result: true };
	}

	private check(values: IDataObject) {
		const partner = [...this.customers][Number(values.partner_id) - 1];
		if (!partner) return failure('Missing required value for the field Customer');
		const lines = values.order_line;
		if (!Array.isArray(lines) || lines.length === 0) return failure('The order has no lines');
		for (const line of lines as unknown[]) {
			const [command, none, content] = line as [number, number, IDataObject];
			if (command === 5) continue;
			const product = [...this.products][Number(content.product_id) - 1];
			if (command !== 0 || none !== 0 || !product)
				return failure('Missing required fields on sale order line');
		}
		return undefined;
	}
}

const failure = (message: string) => ({ error: { message: 'Odoo Server Error', data: { message } } });

/** ERPNext's REST interface: a path for each kind of document; a rejection has the status 417. */
export class ErpNextStandIn extends ErpStandIn {
	override readonly credentialType = 'erpNextApi';
	override readonly referenceField = 'po_no';
	protected override readonly confirmed = { docstatus: 1 };

	constructor() {
		super();
		const path = '/api/resource/Sales Order';
		// n8n announces JSON and sends none when it deletes.
		this.server.addContentTypeParser<string>(
			'application/json',
			{ parseAs: 'string' },
			(_request, body, done) => done(null, body === '' ? {} : JSON.parse(body)),
		);
		const sent = ({ number, values }: ErpDocument) => ({ name: number, ...values });
		this.server.get<{ Querystring: { filters: string } }>(path, ({ query }) => {
			const [[, field, , value] = []] = JSON.parse(query.filters) as string[][];
			return { data: this.find(String(field), value).map(sent) };
		});
		this.server.post<{ Body: IDataObject }>(path, async ({ body }, reply: FastifyReply) => {
			const exception = this.check(body);
			if (!exception) return { data: sent(this.keep({ docstatus: 0, ...body })) };
			return await reply.code(417).send({ exc_type: 'ValidationError', exception });
		});
		type Update = { Params: { name: string }; Body: IDataObject };
		this.server.put<Update>(`${path}/:name`, async ({ params, body }, reply) => {
			const document = this.documents.find(({ number }) => number === params.name);
			const exception = document?.values.docstatus === 0 ? this.check(body) : 'It is submitted';
			if (exception || !document) return await reply.code(417).send({ exception });
			Object.assign(document.values, body);
			return { data: sent(document) };
		});
		this.server.delete<{ Params: { name: string } }>(`${path}/:name`, async ({ params }, reply) => {
			const document = this.documents.find(({ number }) => number === params.name);
			if (document?.values.docstatus !== 0) {
				return await reply.code(417).send({ exception: 'Submitted Record cannot be deleted' });
			}
			this.documents = this.documents.filter((one) => one !== document);
			return { message: 'ok' };
		});
	}

	override credentialData() {
		return {
			...{ apiKey: 'key', apiSecret: 'secret', environment: 'selfHosted', domain: this.url },
			...{ subdomain: '', allowUnauthorizedCerts: false },
		};
	}

	override linesOf({ values }: ErpDocument): ErpLine[] {
		return (values.items as IDataObject[]).map((item) => lineOf(item.item_code, item.qty, item.rate));
	}

	override isGone(reference: string): boolean {
		return this.byReference(reference) === undefined;
	}

	protected override numberOf(count: number) {
		return `SAL-ORD-2026-${String(count).padStart(5, '0')}`;
	}

	/** Why a document is rejected, if it is. */
	private check({ customer, items, delivery_date: delivery }: IDataObject): string | undefined {
		if (!this.customers.has(String(customer))) return `Could not find Customer: ${String(customer)}`;
		if (!Array.isArray(items) || items.length === 0) return 'Value missing for Sales Order: Items';
		for (const { item_code: code, qty } of items as IDataObject[]) {
			if (!this.products.has(String(code))) return `Could not find Item Code: ${String(code)}`;
			if (typeof qty !== 'number') return 'Value missing for Sales Order Item: Quantity';
		}
		return delivery ? undefined : 'Please enter Delivery Date';
	}
}
