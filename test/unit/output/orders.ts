/** Orders for the tests of output/: one in which every field has a value of its own, and ones that went wrong. */
import * as fc from 'fast-check';
import type { WireRecord } from '../../../nodes/SalesOrderIntegration/lists/wire';

/** An order with every field of api-specification 2; a sale and a return. */
export function fullOrder(): WireRecord {
	return {
		id: 10482,
		mobileDateCreated: '2026-03-04T15:06:07Z',
		dateCreated: '2026-03-04T15:09:00Z',
		customer: {
			id: 31,
			code: 'C-031',
			description: 'Abarrotes Lupita',
			enabled: true,
			zone: { id: 7, description: 'Norte', enabled: false },
		},
		createdBy: { id: 5, name: 'María Pérez', username: 'maria', enabled: true },
		items: [saleLine(), returnLine()],
		type: { id: 2, description: 'Preventa', enabled: true },
		exported: false,
		deleted: true,
		dateDeleted: '2026-03-05T01:02:03Z',
		deletedBy: null,
		sellerComment: 'Entregar por la tarde',
		scheduledDateForDelivery: '2026-03-06T15:00:00Z',
		latitude: 19.4326077,
		longitude: -99.133208,
		accuracy: 12.5,
		tookInPlace: true,
		priceList: null,
		totalSales: 31.9,
		billable: true,
		billed: false,
		routeSalePaymentType: null,
		promoIds: null,
		promoNames: null,
		networkSignalQuality: -1,
		creationSource: 'MOBILE',
		editedFrom: null,
		isEdited: false,
		externalId: 'SO-77',
	};
}

/** A sale of 2.5 at 19.96. */
export function saleLine(): WireRecord {
	return {
		id: 901,
		isReturn: false,
		product: product(),
		quantity: 2.5,
		price: 19.96,
		originalPrice: 21,
		total: 49.9,
		comments: null,
		isReward: false,
		discount: null,
		promoIds: null,
		promoNames: null,
	};
}

/** A return: its quantity is positive, its total negative (api-specification 2.6). */
export function returnLine(): WireRecord {
	return { ...saleLine(), id: 902, isReturn: true, quantity: 3, price: 6, originalPrice: 6, total: -18 };
}

function product(): WireRecord {
	return {
		id: 55,
		code: 'P-055',
		description: 'Agua 1 L',
		quantity: 400,
		price: 21,
		enabled: true,
		hasBeenSold: true,
		applyDiscounts: false,
		taxType: 1,
		satUnitCode: 'H87',
		satProductCode: '',
		family: { id: 4, description: 'Bebidas', enabled: true },
		category: null,
		barcode: null,
		details: null,
	};
}

/** What may stand where something else belongs. */
const oddValue = fc.oneof(
	fc.constantFrom<unknown>(undefined, null, '', 'text', 0, -1, 2 ** 60, 1e308, true, [], {}),
	fc.jsonValue({ maxDepth: 3 }),
);

/** An order of which some fields, at any depth, are missing or hold something else. */
export const oddOrders: fc.Arbitrary<WireRecord> = fc
	.tuple(
		fc.array(fc.constant(null), { maxLength: 4 }).map((lines) => lines.map(() => saleLine())),
		fc.array(fc.tuple(fc.nat(), oddValue), { minLength: 1, maxLength: 8 }),
	)
	.map(([items, changes]) => {
		const order: WireRecord = { ...fullOrder(), items };
		for (const [choice, value] of changes) {
			const places = placesIn(order);
			const place = places[choice % places.length];
			if (place) place.holder[place.key] = structuredClone(value);
		}
		return JSON.parse(JSON.stringify(order)) as WireRecord;
	});

interface Place {
	holder: WireRecord;
	key: string;
}

function placesIn(value: unknown): Place[] {
	if (typeof value !== 'object' || value === null) return [];
	const holder = value as WireRecord;
	return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}
