/** The resources of the service as they go over the wire (api-specification 2), in the sandbox's own words. */

/** An integer id. A bigint stands for one beyond 2^53; it is written to JSON unquoted and exact. */
export type Identifier = number | bigint;

/** UTC, `yyyy-MM-dd'T'HH:mm:ss'Z'` (api-specification 2). */
export type Timestamp = string;

/** What zones, types of orders and families of products have in common (api-specification 2.4, 2.5). */
export interface Described {
	id: Identifier;
	description: string;
	enabled: boolean;
}

/** api-specification 2.5. */
export interface Customer extends Described {
	code: string;
	zone: Described;
}

/** A user as `createdBy` shows it (api-specification 2.5). */
export interface OrderUser {
	id: Identifier;
	name: string;
	username: string;
	enabled: boolean;
}

/** A user as the user list shows it; "further fields exist" (api-specification 2.5), `email` is one of ours. */
export interface ListedUser extends OrderUser {
	email: string | null;
}

/** A user with a token: the token's dates are read in `timezone` (api-specification 4.1, 5). */
export interface TokenUser {
	id: Identifier;
	username: string;
	name: string;
	/** IANA zone. */
	timezone: string;
	apiToken: string;
}

/** api-specification 2.4. `unknown`: null in the observed response, its type is not shown. */
export interface Product extends Described {
	code: string;
	quantity: number;
	price: number;
	hasBeenSold: boolean;
	applyDiscounts: boolean;
	taxType: number;
	satUnitCode: string;
	satProductCode: string;
	family: Described;
	category: unknown;
	barcode: unknown;
	details: unknown;
}

/** api-specification 2.3. `quantity` is positive, `total` carries the sign of a return (2.6). */
export interface Item {
	id: Identifier;
	isReturn: boolean;
	product: Product;
	quantity: number;
	price: number;
	originalPrice: number;
	total: number;
	comments: unknown;
	isReward: boolean;
	discount: unknown;
	promoIds: unknown;
	promoNames: unknown;
}

/** api-specification 2.2, in the order of its table. */
export interface SalesOrder {
	id: Identifier;
	mobileDateCreated: Timestamp;
	dateCreated: Timestamp;
	customer: Customer;
	createdBy: OrderUser;
	items: Item[];
	type: Described;
	exported: boolean;
	deleted: boolean;
	dateDeleted: Timestamp | null;
	deletedBy: unknown;
	sellerComment: string | null;
	scheduledDateForDelivery: Timestamp;
	latitude: number;
	longitude: number;
	accuracy: number;
	tookInPlace: boolean;
	priceList: unknown;
	totalSales: number;
	billable: boolean;
	billed: boolean;
	routeSalePaymentType: unknown;
	promoIds: unknown;
	promoNames: unknown;
	networkSignalQuality: number;
	creationSource: string;
	editedFrom: unknown;
	isEdited: boolean;
	/** Absent when the switch `externalIdWhenUnset` says so: how it is read is not shown (api-specification 2.5). */
	externalId?: string | null;
}

/** The same id in one form only: a number where it is exact, a bigint beyond. */
export function normalizedIdentifier(id: Identifier): Identifier {
	return Number.isSafeInteger(Number(id)) ? Number(id) : BigInt(id);
}

/** What is kept of an order: its dates and its changes. The rest is generated from `serial` when it is read. */
export class OrderRecord {
	/** Milliseconds since 1970. */
	lastModified: number;
	dateDeleted: number | null = null;
	deleted = false;
	/** False until the order can be seen: the phone has not been online yet. */
	arrived = false;
	externalId: string | undefined = undefined;
	changes: OrderContent | undefined = undefined;
	/** Values by path that replace what the wire would show; undefined removes the field. */
	distortion: Record<string, unknown> | undefined = undefined;

	constructor(
		readonly id: Identifier,
		/** Number of the order within this world: with the seed, it decides the generated content. */
		readonly serial: number,
		/** Milliseconds since 1970, by the phone's clock. */
		public mobileDateCreated: number,
		/** Milliseconds since 1970, by the server's clock. */
		readonly dateCreated: number,
		/** When the order can first be seen; later than `dateCreated` where the service itself lags behind. */
		readonly visibleFrom: number,
	) {
		this.lastModified = dateCreated;
	}
}

/** The content of an order that a caller may set; dates, deletion and external ID have ways of their own. */
export type OrderContent = Partial<
	Omit<SalesOrder, 'id' | 'mobileDateCreated' | 'dateCreated' | 'deleted' | 'dateDeleted' | 'externalId'>
>;

/** `yyyy-MM-dd'T'HH:mm:ss'Z'` of milliseconds since 1970 (api-specification 2). */
export function timestamp(milliseconds: number): Timestamp {
	return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
