/** A stand-in for an ERP with a plain HTTP API, as the example "Process order: ERP with an HTTP API" expects it. */
import type { FastifyReply } from 'fastify';
import type { IDataObject } from 'n8n-workflow';
import { type ErpDocument, type ErpLine, ErpStandIn, lineOf } from './erpStandIns';

export class HttpErpStandIn extends ErpStandIn {
	override readonly credentialType = undefined;
	override readonly referenceField = 'reference';
	protected override readonly confirmed = { status: 'confirmed' };
	/** What it sends in place of a list of orders. */
	sendsInstead: unknown;

	constructor() {
		super();
		const sent = ({ number, values }: ErpDocument) => ({ number, ...values });
		const reject = async (reply: FastifyReply, message: string) => await reply.code(422).send({ message });
		this.server.get<{ Querystring: { reference: string } }>(
			'/orders',
			({ query }) => this.sendsInstead ?? { orders: this.find('reference', query.reference).map(sent) },
		);
		this.server.post<{ Body: IDataObject }>('/orders', async ({ body }, reply) => {
			const reason = this.check(body);
			return reason ? await reject(reply, reason) : sent(this.keep({ status: 'draft', ...body }));
		});
		type Update = { Params: { number: string }; Body: IDataObject };
		this.server.put<Update>('/orders/:number', async ({ params, body }, reply) => {
			const reason = this.check(body);
			if (reason) return await reject(reply, reason);
			Object.assign(this.byNumber(params.number).values, body);
			return { status: 'draft' };
		});
		this.server.post<{ Params: Update['Params'] }>('/orders/:number/cancel', ({ params }) => {
			Object.assign(this.byNumber(params.number).values, { status: 'cancelled' });
			return { status: 'cancelled' };
		});
	}

	override credentialData() {
		return {};
	}

	override linesOf({ values }: ErpDocument): ErpLine[] {
		return (values.lines as IDataObject[]).map((line) => lineOf(line.product, line.quantity, line.price));
	}

	override isGone(reference: string): boolean {
		return this.byReference(reference)?.values.status === 'cancelled';
	}

	// With a blank and a slash, as numbers of ERPs have them.
	protected override numberOf(count: number) {
		return `SO/2026 ${count}`;
	}

	private byNumber(number: string): ErpDocument {
		const document = this.documents.find((one) => one.number === number);
		if (!document) throw new Error(`There is no document ${number}`);
		return document;
	}

	private check({ customer, lines }: IDataObject): string | undefined {
		if (!this.customers.has(String(customer))) return `Customer ${String(customer)} is unknown`;
		if (!Array.isArray(lines) || lines.length === 0) return 'The order has no lines';
		const isWhole = (lines as IDataObject[]).every(({ quantity }) => typeof quantity === 'number');
		return isWhole ? undefined : 'A line has no quantity';
	}
}
