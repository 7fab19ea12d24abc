/** A list of orders that changes at random between the reads of its pages, and who was on it all the time. */
import { readCompleteList } from '../../nodes/SalesOrderIntegration/lists/completeList';
import type { Verify } from '../../nodes/SalesOrderIntegration/lists/listReading';
import { orderQuery } from '../../nodes/SalesOrderIntegration/lists/orderWindow';
import { PAGE, switchChoices, type Sandbox, type Switches } from '../../sandbox';
import { SeededRandom } from '../../sandbox/seededRandom';
import { rewriteLists, type ListBody } from './rewriteLists';
import { clientOf, simulatedSandbox } from './sandboxClient';
import { SimulatedTiming } from './simulatedTiming';
import { DAY } from './time';

/**
 * What can happen: an order arrives, is deleted, is restored, moves to another place of the list by an edit of its phone
 * date, is edited otherwise, or gets an external ID; `swap`: one is
 * deleted and another arrives at once (on the deleted list: one is restored and another deleted); `undo`: one is
 * deleted, and restored a few requests later.
 */
export type Change = 'insert' | 'delete' | 'restore' | 'move' | 'edit' | 'put' | 'swap' | 'undo';

/** Which list is read, and how it may change meanwhile. */
export interface ChangingList {
	list: 'created' | 'deleted';
	changes: readonly Change[];
	verify: Verify;
	/** Any but `shuffled`, at random, unless given. */
	sortOrder?: Switches['sortOrder'];
	/** How the lists differ from those of the sandbox. */
	change?(list: ListBody): void;
}

/** What became of one random reading. */
export interface ReadingOutcome {
	isSettled: boolean;
	/** Orders that were on the list during the whole of the last pass, and are not in the result. */
	missing: string[];
	/**
	 * Whether deletions and restorations have cancelled each other out: in the last pass the list never became shorter
	 * from one page to the next, and the deleted list ended as it began, by its members where it fits on a page and by
	 * their number where it does not.
	 */
	isTraceless: boolean;
	/** Restorations during the whole reading. */
	restorations: number;
	requests: number;
}

interface Event {
	kind: 'arrived' | 'deleted' | 'restored' | 'edited' | 'externalIdSet';
	id: string;
	/** Number of the first request that saw it. */
	request: number;
}

/** Reads a random list once, while it changes at random. The same for the same seed. */
export async function readChangingList(seed: number, kind: ChangingList): Promise<ReadingOutcome> {
	const random = new SeededRandom(seed, 12);
	const timing = new SimulatedTiming({ seed });
	const pageSize = random.chance(0.92) ? random.integer(1, 6) : random.integer(7, 100);
	const anyOrder = random.pick(switchChoices.sortOrder.filter((order) => order !== 'shuffled'));
	const sortOrder = kind.sortOrder ?? anyOrder;
	const sandbox = simulatedSandbox(timing, {
		seed,
		lines: { minimum: 0, maximum: 0 },
		rateLimit: null,
		switches: { pageSize, sortOrder },
	});
	const pages = random.integer(1, pageSize > 20 ? 2 : 7);
	const listed = pageSize * pages - random.integer(0, pageSize - 1);
	const others = random.integer(0, random.chance(0.4) ? 3 * pageSize : Math.min(pageSize, 6));
	populate(sandbox, kind.list === 'created' ? [listed, others] : [others, listed], random);

	const events: Event[] = [];
	// What the service held when it answered each request.
	const moments: Array<{ count: number; deleted: string[] }> = [];
	sandbox.world.subscribe(({ kind: what, id }) => {
		events.push({ kind: what, id: String(id), request: moments.length });
	});
	const world = new ChangingWorld(sandbox, kind, random, timing);
	sandbox.faults.before(
		{},
		() => {
			timing.current += random.integer(50, 1500);
			world.pass();
			moments.push({ count: listOf(sandbox, kind.list).length, deleted: listOf(sandbox, 'deleted') });
		},
		{ times: Infinity },
	);

	if (kind.change) rewriteLists({ sandbox }, kind.change, {});

	const client = clientOf(sandbox, timing);
	const isCreated = kind.list === 'created';
	const query = isCreated ? orderQuery(client, 'created', {}) : orderQuery(client, 'deleted', {});
	const deletedQuery = isCreated ? orderQuery(client, 'deleted', {}) : undefined;
	const list = await readCompleteList(client, { query, deletedQuery, verify: kind.verify });

	const { entries } = sandbox.log;
	const reads = entries.filter(({ path }) => path.includes(`deleted=${!isCreated}`));
	const began = reads.findLast(({ path }) => !path.includes(`${PAGE}=`))?.index ?? 0;
	const during = events.filter(({ request }) => request > began);
	const disturbed = new Set(
		during.filter(({ kind: what }) => what !== 'edited' && what !== 'externalIdSet').map(({ id }) => id),
	);
	const found = new Set(list.records.keys());
	const lastPass = reads.filter(({ index }) => index >= began).map(({ index }) => index);
	const compared = entries.findLast(
		({ path, index }) => path.includes('deleted=true') && index < (lastPass[1] ?? 0),
	);
	return {
		isSettled: list.isSettled && !list.isMiscounted,
		missing: listOf(sandbox, kind.list).filter((id) => !disturbed.has(id) && !found.has(id)),
		isTraceless:
			isCreated &&
			!hasShrunk(lastPass.map((index) => moments[index]?.count ?? 0)) &&
			looksTheSame(moments[compared?.index ?? 0]?.deleted ?? [], moments.at(-1)?.deleted ?? [], pageSize),
		restorations: events.filter(({ kind: what }) => what === 'restored').length,
		requests: sandbox.log.total,
	};
}

function listOf(sandbox: Sandbox, list: ChangingList['list']): string[] {
	return sandbox.world.listed(list).map(({ id }) => String(id));
}

function hasShrunk(counts: number[]): boolean {
	return counts.some((count, position) => count < (counts[position - 1] ?? 0));
}

function looksTheSame(before: string[], after: string[], pageSize: number): boolean {
	const isLong = before.length > pageSize && after.length > pageSize;
	return isLong ? before.length === after.length : before.join() === after.join();
}

function populate(sandbox: Sandbox, [created = 0, deleted = 0]: number[], random: SeededRandom) {
	const { world } = sandbox;
	const now = Date.parse('2026-07-15T11:00:00Z');
	for (let left = created + deleted; left > 0; left--) {
		const made = now - random.integer(1, 20 * DAY);
		world.add({ mobileDateCreated: made, dateCreated: Math.min(now, made + random.integer(0, DAY)) });
	}
	for (const { id } of random.shuffled(world.all()).slice(0, deleted)) world.delete(id, now);
}

/** Changes a sandbox's orders as `kind` says. */
class ChangingWorld {
	private readonly restlessness: number;
	/** Orders to be restored, and the number of requests until then. */
	private undoing: Array<{ id: number | bigint; left: number }> = [];

	constructor(
		private readonly sandbox: Sandbox,
		private readonly kind: ChangingList,
		private readonly random: SeededRandom,
		private readonly timing: SimulatedTiming,
	) {
		this.restlessness = random.pick([0.05, 0.15, 0.4]);
	}

	/** What happens before one request: mostly nothing, sometimes several changes at once. */
	pass(): void {
		for (const undo of this.undoing) if (--undo.left === 0) this.sandbox.world.restore(undo.id);
		this.undoing = this.undoing.filter(({ left }) => left > 0);
		if (!this.random.chance(this.restlessness)) return;
		for (let left = this.random.integer(1, 3); left > 0; left--)
			this.change(this.random.pick(this.kind.changes));
	}

	private change(change: Change): void {
		const { world } = this.sandbox;
		const order = change === 'insert' ? undefined : this.anyOf(change === 'restore' ? 'deleted' : 'created');
		if (change === 'insert') this.add();
		else if (change === 'swap') this.swap();
		else if (order === undefined) return;
		else if (change === 'restore') world.restore(order);
		else if (change === 'move') world.edit(order, { mobileDateCreated: this.anytime() });
		else if (change === 'edit') world.edit(order, { sellerComment: 'edited' });
		else if (change === 'put') world.setExternalId(order, `ERP-${this.random.integer(1, 1_000_000)}`);
		else {
			world.delete(order);
			if (change === 'undo') this.undoing.push({ id: order, left: this.random.integer(1, 4) });
		}
	}

	private swap(): void {
		const { list } = this.kind;
		const leaving = this.anyOf(list);
		const entering = list === 'deleted' ? this.anyOf('created') : undefined;
		if (list === 'created') this.add();
		else if (entering !== undefined) this.sandbox.world.delete(entering);
		if (leaving === undefined) return;
		if (list === 'created') this.sandbox.world.delete(leaving);
		else this.sandbox.world.restore(leaving);
	}

	private add(): void {
		this.sandbox.world.add({ mobileDateCreated: this.anytime() });
	}

	/** At either end of the list, or anywhere. */
	private anytime(): number {
		const now = this.timing.now();
		return now - this.random.pick([0, 21 * DAY, this.random.integer(0, 20 * DAY)]);
	}

	private anyOf(list: 'created' | 'deleted'): number | bigint | undefined {
		const records = this.sandbox.world.listed(list);
		records.sort((one, other) => one.mobileDateCreated - other.mobileDateCreated);
		const anywhere = this.random.integer(0, Math.max(0, records.length - 1));
		return this.random.pick([records.at(0), records.at(-1), records[anywhere]])?.id;
	}
}
