/** The content of one generated order: the same for the same seed and serial, so that it need not be kept. */
import type { Catalogue, Shop } from './catalogue';
import { timestamp, type Item, type OrderRecord, type Product, type SalesOrder } from './model';
import { SeededRandom } from './seededRandom';

const DAY = 24 * 60 * 60_000;
const MAXIMUM_STRING_LENGTH = 255;

/** What the content of generated orders depends on. */
export interface OrderRecipe {
	seed: number;
	catalogue: Catalogue;
	/** Lines of an order, both ends included. */
	lines: { minimum: number; maximum: number };
}

/** The order of a record as it was made, without later changes; fields that may be null are null. */
export function generateOrder(record: OrderRecord, recipe: OrderRecipe): SalesOrder {
	const { catalogue, lines } = recipe;
	const random = new SeededRandom(recipe.seed, record.serial);
	const shop: Shop = random.pick(catalogue.shops);
	const items: Item[] = [];
	for (let line = random.integer(lines.minimum, lines.maximum); line > 0; line--) {
		items.push(generateItem(record.serial * 100 + items.length + 1, random.pick(catalogue.products), random));
	}
	return {
		id: record.id,
		mobileDateCreated: timestamp(record.mobileDateCreated),
		dateCreated: timestamp(record.dateCreated),
		customer: shop.customer,
		createdBy: random.pick(catalogue.sellers),
		items,
		type: random.pick(catalogue.orderTypes),
		exported: random.chance(0.3),
		deleted: record.deleted,
		dateDeleted: record.dateDeleted === null ? null : timestamp(record.dateDeleted),
		deletedBy: null,
		sellerComment: random.chance(0.6)
			? null
			: random.pick(catalogue.comments).slice(0, MAXIMUM_STRING_LENGTH),
		scheduledDateForDelivery: timestamp(deliveryDay(record.dateCreated, random)),
		latitude: degrees(shop.latitude, random),
		longitude: degrees(shop.longitude, random),
		accuracy: random.integer(30, 900) / 10,
		tookInPlace: random.chance(0.8),
		priceList: null,
		totalSales: sumOfTotals(items),
		billable: random.chance(0.7),
		billed: random.chance(0.2),
		routeSalePaymentType: null,
		promoIds: null,
		promoNames: null,
		networkSignalQuality: random.integer(-1, 4),
		creationSource: 'MOBILE',
		editedFrom: null,
		isEdited: random.chance(0.05),
		externalId: null,
	};
}

/** Sum of the items' totals, added in cents so that no rounding error creeps in. */
export function sumOfTotals(items: ReadonlyArray<{ total: number }>): number {
	return items.reduce((cents, { total }) => cents + Math.round(total * 100), 0) / 100;
}

/** A line of an order. Returns have a positive quantity and a negative total (api-specification 2.6). */
function generateItem(id: number, product: Product, random: SeededRandom): Item {
	const isReward = random.chance(0.05);
	const isReturn = !isReward && random.chance(0.08);
	const quantity = random.chance(0.85) ? random.integer(1, 24) : random.integer(1, 20_000) / 1000;
	const discounted = product.applyDiscounts && random.chance(0.2);
	const share = isReward ? 0 : discounted ? random.integer(70, 99) / 100 : 1;
	const price = Math.round(product.price * 100 * share) / 100;
	const total = lineTotal(quantity, price);
	return {
		id,
		isReturn,
		product,
		quantity,
		price,
		originalPrice: product.price,
		total: isReturn && total !== 0 ? -total : total,
		comments: null,
		isReward,
		discount: null,
		promoIds: null,
		promoNames: null,
	};
}

/** Quantity times price, with two decimals. */
export function lineTotal(quantity: number, price: number): number {
	return Math.round(quantity * Math.round(price * 100)) / 100;
}

/** The same order with plausible values where the specification has only seen null (its section 2.5, gaps). */
export function fillNullFields(order: SalesOrder, recipe: OrderRecipe, serial: number): SalesOrder {
	const random = new SeededRandom(recipe.seed, serial, 1);
	const promotion = random.chance(0.5);
	const promoIds = promotion ? [random.integer(1, 90)] : [];
	const promoNames = promotion ? ['3 × 2'] : [];
	return {
		...order,
		items: order.items.map((item) => ({
			...item,
			product: {
				...item.product,
				category: { id: random.integer(1, 9), description: 'General', enabled: true },
				barcode: String(random.integer(750_000_000_000, 759_999_999_999)),
				details: 'Caja con 12 piezas',
			},
			comments: random.chance(0.5) ? 'Sin empaque' : null,
			discount: random.integer(0, 200) / 10,
			promoIds,
			promoNames,
		})),
		deletedBy: order.deleted ? random.pick(recipe.catalogue.sellers) : null,
		priceList: { id: random.integer(1, 4), description: 'Mayoreo', enabled: true },
		routeSalePaymentType: random.pick(['CASH', 'CREDIT']),
		promoIds,
		promoNames,
		creationSource: random.pick(['MOBILE', 'WEB']),
		editedFrom: order.isEdited ? random.integer(1, 1000) : null,
	};
}

/** Agreed on when the order is made: it stays when the date of the phone moves. */
function deliveryDay(made: number, random: SeededRandom): number {
	return Math.floor(made / DAY) * DAY + random.integer(1, 5) * DAY + 15 * 60 * 60_000;
}

function degrees(centre: number, random: SeededRandom): number {
	return Math.round((centre + (random.next() - 0.5) / 1000) * 1e7) / 1e7;
}
