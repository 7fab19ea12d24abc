/**
 * A service in memory that reads dates in a zone of its own, with orders of field sales, for the tests of the time
 * zone check: much faster than the sandbox, and with nothing of the code under test.
 */
import { DateTime } from 'luxon';
import { Hints } from '../../../nodes/SalesOrderIntegration/errors/hints';
import type { Client } from '../../../nodes/SalesOrderIntegration/http/client';
import { readConnection } from '../../../nodes/SalesOrderIntegration/http/connection';
import { BASE_URL } from '../../support/sandboxClient';
import { SimulatedTiming } from '../../support/simulatedTiming';
import { clockDigits, digitsAsUtc } from '../dates/oracle';
import { DAY, HOUR, MINUTE, SECOND } from '../../support/time';
import { PAGE } from '../../../sandbox';

export interface ModelOrder {
	id: number;
	mobileDateCreated: number;
	dateCreated: number;
}

/** What the specification leaves open. */
export interface ModelService {
	zone: string;
	filter: 'mobileDateCreated' | 'dateCreated';
	startIsIn: boolean;
	endIsIn: boolean;
	/** By instants, or by what the clocks of its zone show. */
	compares: 'instants' | 'wallTimes';
	sort: 'newest' | 'oldest' | 'id';
	pageSize: number;
	/** What it takes a window for, by the beginning and the end of the days that it touches. */
	takesFor?: 'whole days' | 'whole days but the last' | 'without end';
	/** Called before each response, with the number of responses before. */
	before?(orders: ModelOrder[], responses: number): ModelOrder[];
}

const exactly = (text: string, zone: string) =>
	DateTime.fromFormat(text, 'dd/MM/yyyy HH:mm:ss', { zone }).toMillis();

/** A client of such a service, and the number of requests that it has sent. */
export function modelClient(
	service: ModelService,
	orders: ModelOrder[],
	{ timezone, now, serverDateParameter }: { timezone: string; now: number; serverDateParameter?: string },
): { client: Client; requests: () => number } {
	let current = orders;
	let responses = 0;
	const connection = readConnection({ baseUrl: BASE_URL, apiToken: 'model', timezone, serverDateParameter });
	const client: Client = {
		connection,
		timing: new SimulatedTiming({ start: now }),
		hints: new Hints(),
		clock: {},
		transport: async ({ url }) => {
			current = service.before?.(current, responses) ?? current;
			responses++;
			const { searchParams } = new URL(url);
			const found = listed(service, current, searchParams.get('start') ?? '', searchParams.get('end') ?? '');
			return { status: 200, headers: {}, body: JSON.stringify(pageOf(found, service.pageSize)) };
		},
	};
	return { client, requests: () => responses };
}

function listed(service: ModelService, orders: ModelOrder[], start: string, end: string): ModelOrder[] {
	const { zone, filter, startIsIn, endIsIn, compares, sort, takesFor } = service;
	const isIn = (date: number, from: number, until: number) =>
		(startIsIn ? date >= from : date > from) && (endIsIn ? date <= until : date < until);
	const day = DateTime.fromMillis(exactly(start, zone), { zone }).startOf('day').toMillis();
	const from = takesFor?.startsWith('whole days') ? day : exactly(start, zone);
	const lastDay = DateTime.fromMillis(exactly(end, zone), { zone });
	const until = {
		'whole days': lastDay.endOf('day').toMillis(),
		'whole days but the last': lastDay.startOf('day').toMillis() - 1,
		'without end': Infinity,
		exactly: exactly(end, zone),
	}[takesFor ?? 'exactly'];
	const slack = compares === 'instants' ? 0 : 3 * HOUR;
	const near = orders.filter((order) => isIn(order[filter], from - slack, until + slack));
	const [first, last] = [start, end].map(digitsAsUtc) as [number, number];
	const found =
		compares === 'instants'
			? near
			: near.filter((order) => isIn(clockDigits(order[filter], zone), first, last));
	const key = (order: ModelOrder) => (sort === 'id' ? order.id : order[filter]);
	return found.sort((one, other) => (sort === 'newest' ? -1 : 1) * (key(one) - key(other)));
}

function pageOf(orders: ModelOrder[], pageSize: number) {
	const text = (date: number) => `${new Date(date).toISOString().slice(0, 19)}Z`;
	return {
		pagination: {
			totalCount: orders.length,
			totalPages: Math.ceil(orders.length / pageSize),
			nextPage: orders.length > pageSize ? `${BASE_URL}/api/v2/salesOrder?${PAGE}=2` : null,
		},
		salesOrders: orders.slice(0, pageSize).map(({ id, mobileDateCreated, dateCreated }) => ({
			id,
			mobileDateCreated: text(mobileDateCreated),
			dateCreated: text(dateCreated),
		})),
	};
}

/** Orders of the last `days` before `now`, made between 8 and 18 o'clock in `zone`, in whole seconds. */
export function fieldOrders(
	now: number,
	{
		zone,
		perDay,
		days = 20,
		isLate = 0.1,
		isOdd = 0.05,
	}: { zone: string; perDay: number; days?: number; isLate?: number; isOdd?: number },
	random: () => number,
): ModelOrder[] {
	const orders: ModelOrder[] = [];
	const offset = clockDigits(now, zone) - now;
	const oddClocks = [-960, -72, -24, -5, -1, -1 / 3, 7 / 60, 1, 9, 24, 2160].map((hours) => hours * HOUR);
	for (let day = 0; day < days; day++) {
		const midnight = Math.floor((now + offset) / DAY - day) * DAY - offset;
		for (let count = 0; count < perDay; count++) {
			const created = midnight + 8 * HOUR + random() * 10 * HOUR;
			const delay = random() < isLate ? 10 * MINUTE * 200 ** random() : 4 * MINUTE * random() ** 2;
			const odd = random() < isOdd ? (oddClocks[Math.floor(random() * oddClocks.length)] ?? 0) : 0;
			const isReset = odd !== 0 && random() < 0.2;
			orders.push({
				id: 0,
				mobileDateCreated: wholeSecond(
					isReset ? Date.UTC(random() < 0.5 ? 1970 : 2000, 0, 2) : created + odd,
				),
				dateCreated: wholeSecond(created + delay),
			});
		}
	}
	const arrived = orders.filter(({ dateCreated }) => dateCreated < now);
	arrived.sort((one, other) => one.dateCreated - other.dateCreated);
	return arrived.map((order, index) => ({ ...order, id: index + 1 }));
}

function wholeSecond(instant: number): number {
	return Math.floor(instant / SECOND) * SECOND;
}
