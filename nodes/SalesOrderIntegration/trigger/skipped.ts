/**
 * Windows that no poll can read, although the list can be read elsewhere: one broken order may be the reason. The parts
 * leave them out, so that later orders do not wait for them (design 4, "Nobody waits for anybody"). They are tried again
 * with each poll.
 */
import { HOUR_MS } from '../dates/durations';
import type { Span } from '../dates/durations';
import { asFailure } from '../errors/failures';
import { reportTexts } from '../errors/reportTexts';
import type { Client } from '../http/client';
import { orderWindow } from '../lists/orderWindow';
import type { OrderListName } from '../lists/orderWindow';
import { readPage } from '../lists/pages';
import type { Draft } from './draft';
import type { SkippedWindow } from './state/state';

/** How far before the window the list is tried: another order near it may be broken too. */
const MOST_HOURS_BEFORE = 24;

const whats = { created: 'Some sales orders', deleted: 'Some deleted orders' };

/**
 * Skips a window if the list can be read elsewhere, and reports it.
 *
 * @returns whether it was skipped
 */
export async function skipIfAlone(
	draft: Draft,
	client: Client,
	window: SkippedWindow,
	failure: { message: string; since: number },
): Promise<boolean> {
	const { list, from } = window;
	const elsewhere = from - Math.ceil(draft.random * MOST_HOURS_BEFORE) * HOUR_MS;
	const { query } = orderWindow(client, list, { from: elsewhere - HOUR_MS, to: elsewhere });
	const failureElsewhere = await readPage(client, query).then(() => undefined, asFailure);
	if (failureElsewhere) return false;
	draft.skipped.push(window);
	const what = whats[list];
	draft.attention.report('listFails', what, reportTexts.listFails(what, failure.since, failure.message));
	return true;
}

/** The part that reads the skipped windows of a list (see Part in windows.ts). */
export class SkippedPart {
	readonly name: string;

	readonly what: string;

	constructor(
		private readonly draft: Draft,
		readonly list: OrderListName,
	) {
		this.name = `${list}Skipped`;
		this.what = whats[list];
	}

	/** Each round begins with another one, so that one that still fails keeps no other waiting. */
	left(): SkippedWindow | undefined {
		const windows = this.draft.skipped.filter(({ list }) => list === this.list);
		return windows[Math.floor(this.draft.random * windows.length)];
	}

	pass({ to }: Span): void {
		const { skipped } = this.draft;
		const window = this.left();
		if (window && to < window.to) window.from = to;
		else if (window) skipped.splice(skipped.indexOf(window), 1);
	}
}
