/** What stands behind the figures, by item: why an aim is missed, and whose it is. */
export const reasons: Record<string, string[]> = {
	Listing: [
		"Of this node's CPU with raw (with items), 29 % (25 %) are n8n's call (a new connection for each page, a copy of the options), 27 % (22 %) are the decoding and parsing of JSON, and 15 % (13 %) are garbage collection. Every node pays them. The credential is decrypted once for a list, not for each page.",
		'This node adds the check of every record against the specification (14 %), its own code (11 %, 13 %), the rows (10 % with items), and two more requests than the list has pages. With them it notices an order that was deleted between two pages; the HTTP Request node silently returns fewer orders.',
		'A row of items has some seventy columns, 700 bytes; the rows that are compared here have those of the line and six of the order.',
		"A process of n8n that has worked before has compiled code and a grown heap. They are two thirds of the HTTP Request node's peak at 10,000 orders.",
		'n8n opens a connection for every call of every node: from far away, this costs two round trips more (TCP and TLS 1.3) than a kept one.',
		'In short lists, most of the peak is n8n itself, so the peak of the whole process hardly differs.',
	],
	Validation: [
		'zod/v4, which is part of the zod 3.25 that n8n provides, compiles its checks. The first pages of a process gain less from it, and so do the first ones with an odd field. Checking per page or per order makes no difference; mini is the same engine with another surface.',
	],
	Trigger: [
		'Most requests of a busy account are those of the far readings: once an hour, all orders of the last 72 hours are read, and with 10,000 orders a day that is three hundred pages. In these figures, a quarter of all orders is late, a tenth by hours; their share does not change the number of requests.',
		'The orders have one line each, so that a week of 10,000 a day can be watched; the number of lines does not change the number of requests.',
		'The state is all that n8n stores for the trigger. It holds each ID by its distance from the one before, so it grows with the number of orders that other accounts of the service have in between: on average 50 and 5,000 here.',
	],
};
