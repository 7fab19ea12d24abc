/** Design 3.1: a list is complete or says that it may not be, however it changes while it is read. */
import { signsOfASkip, type Sign } from '../../../nodes/SalesOrderIntegration/lists/listReading';
import { PAGE } from '../../../sandbox';
import { readChangingList, type ChangingList, type ReadingOutcome } from '../../support/changingList';
import { type ListBody } from '../../support/rewriteLists';
import { report, seeds } from '../../support/seeds';

const withRestorations: ChangingList = {
	list: 'created',
	changes: ['insert', 'delete', 'restore', 'swap', 'undo'],
	verify: 'signs',
};
const deletionsAndRestorations: ChangingList = { ...withRestorations, changes: ['delete', 'restore'] };
const movesAlone: ChangingList = { list: 'created', changes: ['move'], verify: 'signs' };
const everything: ChangingList = {
	list: 'created',
	changes: ['insert', 'delete', 'restore', 'swap', 'undo', 'move'],
	verify: 'twice',
};
const deletedList: ChangingList = {
	list: 'deleted',
	changes: ['insert', 'delete', 'restore', 'swap'],
	verify: 'signs',
};

/** The list ends on its second page, and does not say how many orders it has. */
function withoutLinks({ pagination }: ListBody): void {
	if (String(pagination.nextPage).includes(`${PAGE}=3`)) pagination.nextPage = null;
	delete pagination.totalCount;
}

interface Loss extends ReadingOutcome {
	seed: number;
}

/** Reads once for each seed; gives the readings that claim to be complete and are not. */
async function losses(kind: ChangingList, range: number[]): Promise<Loss[]> {
	const lost: Loss[] = [];
	let settled = 0;
	let requests = 0;
	for (const seed of range) {
		const outcome = await readChangingList(seed, kind);
		requests += outcome.requests;
		if (!outcome.isSettled) continue;
		settled++;
		if (outcome.missing.length > 0) lost.push({ ...outcome, seed });
	}
	report(
		`${kind.list} list, ${kind.verify}, ${kind.changes.join(' ')}: seeds ${range[0]} to ${range.at(-1)}, ` +
			`${settled} settled, ${range.length - settled} said that they did not, ${requests} requests, ` +
			`${lost.length} short`,
	);
	// A property that hardly ever claims anything proves nothing.
	expect(settled).toBeGreaterThan(range.length / 3);
	return lost;
}

/** The first seed with an order that is lost without this sign, and not with it. */
async function firstLossWithout(
	sign: Sign,
	kind: ChangingList,
	range: number[],
): Promise<number | undefined> {
	const isShort = async (seed: number) => {
		const { isSettled, missing } = await readChangingList(seed, kind);
		return isSettled && missing.length > 0;
	};
	for (const seed of range) {
		jest.spyOn(signsOfASkip, sign).mockReturnValue(false);
		const isLost = await isShort(seed);
		jest.restoreAllMocks();
		if (isLost && !(await isShort(seed))) return seed;
	}
	return undefined;
}

describe('no order that was there all the time is missing from a list that claims to be complete', () => {
	test('while orders also are restored; what is missed then has left no trace', async () => {
		const range = seeds(90);
		const lost = await losses(withRestorations, range);
		report(
			`known limit, deletions and restorations that cancel each other: ${lost.length} of ${range.length}`,
		);
		expect(lost.filter(({ isTraceless, restorations }) => !isTraceless || restorations === 0)).toEqual([]);
		expect(lost.length).toBeLessThan(range.length / 30);
	});

	test('while orders move to other places', async () => {
		expect(await losses(movesAlone, seeds(50))).toEqual([]);
	});

	test('while everything happens, reordering too, with verify: twice', async () => {
		expect(await losses(everything, seeds(90))).toEqual([]);
	});

	test('while the list of deleted orders grows and shrinks', async () => {
		expect(await losses(deletedList, seeds(60))).toEqual([]);
	});
});

describe('every sign of a skip is needed: without it, orders are lost', () => {
	/** `first`: a seed shortly before the first one that shows it. */
	const needed: Record<Sign, { kind: ChangingList; first: number }> = {
		totalCountDecreased: { kind: { ...withRestorations, changes: ['restore', 'undo', 'move'] }, first: 60 },
		fewerThanPromised: { kind: movesAlone, first: 1 },
		fewerPagesThanPromised: { kind: { ...movesAlone, change: withoutLinks }, first: 1 },
		deletedListChanged: { kind: deletionsAndRestorations, first: 150 },
		readAndDeleted: { kind: deletionsAndRestorations, first: 150 },
	};

	test('and no sign is left out here', () => {
		expect(Object.keys(needed)).toEqual(Object.keys(signsOfASkip));
	});

	test.each(Object.keys(needed) as Sign[])('%s', async (sign) => {
		const { kind, first } = needed[sign];
		const fixed = Array.from({ length: 400 }, (_, position) => first + position);
		const seed = await firstLossWithout(sign, kind, fixed);
		report(`without ${sign}: an order is lost with seed ${seed}`);
		expect(seed).toBeDefined();
	});
});
