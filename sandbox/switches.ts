/** Every reading of what the specification leaves open, as a switch that may change while the sandbox runs. */

/** The dates of an order by which a list can be filtered or sorted. */
export type OrderDate = 'mobileDateCreated' | 'dateCreated' | 'dateDeleted' | 'lastModified';

/** The values of the switches that have a fixed choice, the default first. */
export const switchChoices = {
	/** Whether orders exactly at the ends of the window are in it. */
	windowEnds: ['inclusive', 'exclusiveEnd', 'exclusiveStart', 'exclusive'],
	/** Order of the list, ties by id; `shuffled` is another one on every read. */
	sortOrder: [
		'mobileDateCreated desc',
		'mobileDateCreated asc',
		'dateCreated asc',
		'dateCreated desc',
		'id asc',
		'id desc',
		'lastModified asc',
		'lastModified desc',
		'dateDeleted asc',
		'dateDeleted desc',
		'shuffled',
	],
	/** The date that the window is applied to with `deleted=true`. */
	deletedListDate: ['mobileDateCreated', 'dateCreated', 'dateDeleted'],
	/** What the list shows without `deleted`: created orders alone, or deleted ones too. */
	listWithoutDeleted: ['created', 'all'],
	/** What `totalCount` and `totalPages` count: the list, or the whole account (2.1: "total number of records"). */
	counted: ['list', 'account'],
	/** Dates are compared as responses show them, or with the milliseconds that responses do not show. */
	storedPrecision: ['seconds', 'milliseconds'],
	/** The instant of a wall time that happened twice. */
	ambiguousTime: ['earlier', 'later'],
	/** The instant of a wall time that the clocks jumped over. */
	missingTime: ['later', 'earlier'],
	/** The window is turned into instants, or the orders' dates into wall times of the token's zone. */
	windowComparison: ['instants', 'wallTimes'],
	/** Windows are compared to the second, or by whole days of the token's zone. */
	windowPrecision: ['seconds', 'days'],
	/** An order whose date is sent as null lies where its own date is, or in every window. */
	nullDates: ['known', 'everywhere'],
	/** A date, page or `deleted` that cannot be read: status 400, or as if it had not been sent. */
	invalidParameters: ['refused', 'ignored'],
	/** Form of the links in the pagination object. The forms after `plusEncoded` concern `nextPage` alone. */
	pageLinks: [
		'absolute',
		'relative',
		'queryOnly',
		'httpScheme',
		'droppingParameters',
		'plusEncoded',
		'otherHost',
		'otherPort',
		'loop',
		'backToFirst',
		'garbage',
		'empty',
		'notAString',
		'absent',
		'nullEarly',
		'pastTheEnd',
	],
	/** How an external ID that was never set is read (api-specification 2.5). */
	externalIdWhenUnset: ['null', 'empty', 'absent'],
	/** Fields that are null in the observed response: null, or plausible values. */
	nullFields: ['null', 'filled'],
	/** What a PUT counts as a character when it cuts at 255 (api-specification 7). */
	characters: ['utf16CodeUnits', 'codePoints'],
	/** Body of a successful PUT (api-specification 4.2: not shown). */
	putResponseBody: ['order', 'empty', 'emptyObject'],
	/** The three rate-limit headers (api-specification 8), or an odd form of them. */
	rateLimitHeaders: [
		'normal',
		'absent',
		'negative',
		'yearAhead',
		'notANumber',
		'milliseconds',
		'secondsLeft',
		'longPast',
	],
	/** What requests get on Saturdays 22:00 to 01:00 in Mexico City (api-specification 1). */
	maintenance: ['none', 'status503', 'html200', 'reset', 'hang'],
} as const;

type ChosenSwitches = {
	-readonly [Name in keyof typeof switchChoices]: (typeof switchChoices)[Name][number];
};

/** What the specification does not say. Each default is the plainest reading. */
export interface Switches extends ChosenSwitches {
	/** Orders or users on a page: "Page size: not shown" (api-specification 4.1). */
	pageSize: number;
	/**
	 * The query parameter that selects `dateCreated` instead of `mobileDateCreated` (api-specification 4.1: its name
	 * is not shown); null when the service has none. A `deletedListDate` other than the default stays what it is.
	 */
	serverDateParameter: { name: string; value: string } | null;
	/** `deleted` is understood and has no effect, as on a service that does not know the parameter. */
	ignoresDeleted: boolean;
	/** Origin that `otherHost` links and redirects lead to. */
	otherOrigin: string;
	/** `totalPages` of an empty list: 0 or 1. */
	totalPagesWhenEmpty: number;
	/** Requests of one token in flight at once before 429: "aimed at [...] parallel calls" (api-specification 8). */
	maximumParallelRequests: number | null;
	/** Longer windows, and those with one end alone, get 400: "Limits on the length [...]: not shown" (api-specification 8). */
	longestWindowDays: number | null;
	/** Time that every answer takes, in milliseconds. */
	latency: number;
}

/** The plainest reading of everything. */
export const defaultSwitches: Readonly<Switches> = {
	...(Object.fromEntries(
		Object.entries(switchChoices).map(([name, choices]) => [name, choices[0]]),
	) as ChosenSwitches),
	pageSize: 50,
	serverDateParameter: null,
	ignoresDeleted: false,
	otherOrigin: 'https://elsewhere.invalid',
	totalPagesWhenEmpty: 0,
	maximumParallelRequests: null,
	longestWindowDays: null,
	latency: 0,
};
