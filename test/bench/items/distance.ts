/** Listing from far away, through TLS (docs/benchmark.md). */
import { makeCertificate } from '../certificate';
import { compare, count, duration, interleaved } from '../figures';
import type { Figure } from '../figures';
import { runProgram, startProgram } from '../program';
import type { ListingInput } from '../programs/listing';
import type { Measure } from '../programs/measure';
import type { Requests, Served, ServerInput } from '../programs/server';

const WARM_UP_ORDERS = 20;
const PAGE_SIZE = 100;

/** Lists orders with so much between the node and the service. */
export async function benchDistance(
	repetitions: number,
	orders: number,
	roundTripMs: number,
	hostFolder: string,
): Promise<Figure[]> {
	const certificate = makeCertificate();
	const { key, cert, certFile } = certificate;
	const input: ServerInput = { orders: [WARM_UP_ORDERS, orders], tls: { key, cert } };
	const server = await startProgram<Served[]>('server', input);
	const proxies = await Promise.all(
		server.ready.map(async ({ baseUrl }) => {
			return await startProgram<number>('distance', { port: Number(new URL(baseUrl).port), roundTripMs });
		}),
	);
	try {
		const [warmUp, served] = server.ready.map((near, position) => ({
			...near,
			baseUrl: `https://127.0.0.1:${proxies[position]?.ready}`,
		}));
		if (!warmUp || !served) throw new Error('The sandbox serves nothing');
		const list = (program: string) => async () => {
			const listing: ListingInput = { output: 'raw', warmUp, served, hostFolder };
			const env = { NODE_EXTRA_CA_CERTS: certFile };
			const measure = await runProgram<Measure>(program, listing, { env });
			const requests = ((await server.ask('requests')) as Requests)[1]?.[200] ?? 0;
			return { ...measure, requests };
		};
		const { node, httpRequest, bare } = await interleaved(repetitions, {
			node: list('listNode'),
			httpRequest: list('listHttpRequest'),
			bare: list('listBare'),
		});
		const of = {
			item: 'Distance',
			circumstances: `${count(orders)} orders, TLS, ${roundTripMs} ms of round trip`,
		};
		const wall = { of: ({ wallMs }: Measure) => wallMs, format: duration };
		const perOrder = node.map(({ requests }) => requests / orders);
		return [
			{
				...of,
				ratio: 'wall time, node / HTTP Request',
				...compare({ one: node, other: httpRequest, ...wall }),
			},
			{ ...of, ratio: 'wall time, node / bare loop', ...compare({ one: node, other: bare, ...wall }) },
			{
				...of,
				ratio: 'requests / orders',
				values: perOrder,
				measured: `${count(node[0]?.requests ?? 0)} / ${count(orders)}, of which ${Math.ceil(orders / PAGE_SIZE)} pages`,
			},
		];
	} finally {
		await Promise.all([server, ...proxies].map(async ({ stop }) => await stop()));
		certificate.remove();
	}
}
