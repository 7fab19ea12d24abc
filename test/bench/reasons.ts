/** What stands behind the figures, by item: why an aim is missed, and whose it is. */
export const reasons: Record<string, string[]> = {
	Listing: [
		"Of this node's CPU with raw (with items), 29 % (25 %) are n8n's call (a new connection for each page, a copy of the options), 27 % (22 %) the decoding and parsing of JSON, 15 % (13 %) the collection of garbage: every node pays them. The credential is decrypted once for a list, not for each page.",
		'What this node adds is the check of every record against the specification (see Validation), its own code (11 %, 13 %), the rows (10 % with items), and two more requests than the list has pages, to notice an order that was deleted between two pages. The HTTP Request node would be silently short.',
		'A row of items has some seventy columns, 700 bytes; the rows that are compared here have those of the line and six of the order.',
		"What a process of n8n needs to be warm (compiled code, a grown heap) is two thirds of the HTTP Request node's peak at 10,000 orders, and was there before the list was read.",
		'In short lists, most of the peak is the process itself, n8n and all, so that the peak of the whole process can hardly differ.',
	],
	Validation: [
		'zod/v4, which is part of the zod 3.25 that n8n provides, compiles its checks. The first pages of a process gain less from it. Checking per page or per order makes no difference; mini is the same engine with another surface.',
	],
	Reconcile: [
		'Beside the list, Reconcile reads the list of deleted orders, and n8n evaluates the expression under Key for each record.',
	],
	Trigger: [
		'Most requests of a busy account are those of the far readings: once an hour, all orders of the last 72 hours are read, and with 10,000 orders a day that is three hundred pages. In return, the trigger is explained in two sentences. Here a quarter of all orders is late, a tenth by hours; how many are late changes no number of requests.',
		'The orders have one line each, so that a week of 10,000 a day can be watched; how many lines they have changes no number of requests.',
		'The state is all that n8n stores, with the note for a renamed node. The IDs of the 100,000 orders lie 5,000 apart on average, as those of one account among many may; where they lie closer, the state is smaller.',
	],
	'Rate limit': [
		'The least possible are the periods that have to pass, and the time of the last 500 calls when nothing holds them back, measured in the same repetition. It varies with the load of the machine as the total does, so that a ratio can be a little below 1.',
		'The clock of the service and of the node runs six times faster; the calls themselves do not, which makes four processes look worse than they are at full length.',
	],
	Backfill: [
		'The first tenth begins with a process that has just started; its heap grows to its usual size in the first polls.',
	],
	Distance: [
		'n8n opens a connection for every call, which costs two round trips more (TCP and TLS 1.3) than a kept one, for every node. What this node adds are its two or three checking requests, whatever the length of the list.',
	],
};
