/** Remembered ids and fingerprints: nothing is lost or confused, and little room is used (design 4, state). */
import fc from 'fast-check';
import { fingerprintOf } from '../../../nodes/SalesOrderIntegration/trigger/memory/fingerprint';
import {
	countPacked,
	isPackable,
	isPacked,
	packIds,
	unpackIds,
} from '../../../nodes/SalesOrderIntegration/trigger/memory/packedIds';
import {
	RememberedFingerprints,
	storedFingerprintsSchema,
} from '../../../nodes/SalesOrderIntegration/trigger/memory/rememberedFingerprints';
import { RememberedIds } from '../../../nodes/SalesOrderIntegration/trigger/memory/rememberedIds';
import type { StoredIds } from '../../../nodes/SalesOrderIntegration/trigger/memory/rememberedIds';
import { firstSeed } from '../../support/seeds';
import { DAY } from './fixture';

const runs = { numRuns: 500, seed: firstSeed };
const packableId = fc.oneof(
	fc.integer({ min: 1, max: 100_000 }),
	fc.integer({ min: 1, max: 0x7fffffff }),
	fc.maxSafeInteger().filter((id) => id > 0),
);
const anyId = fc.oneof(
	packableId.map(String),
	fc.constantFrom('0', '-1', '01', '#abc', '9007199254740993', '1e3', '__proto__', ' 1', ''),
	fc.string({ maxLength: 12 }),
);
const anyDate = fc.integer({ min: -400 * DAY, max: 40_000 * DAY });

function asJson<Value>(value: Value): Value {
	return JSON.parse(JSON.stringify(value)) as Value;
}

describe('Packed ids', () => {
	it('come back as they were', () => {
		fc.assert(
			fc.property(fc.uniqueArray(packableId, { maxLength: 200 }), (ids) => {
				const sorted = ids.sort((a, b) => a - b);
				const packed = packIds(sorted);
				expect(unpackIds(packed)).toEqual(sorted);
				expect([isPacked(packed), countPacked(packed)]).toEqual([true, sorted.length]);
			}),
			runs,
		);
	});

	it('only ids that come back as the same text are packed', () => {
		fc.assert(
			fc.property(anyId, (id) => {
				if (isPackable(id)) expect(unpackIds(packIds([Number(id)])).map(String)).toEqual([id]);
			}),
			runs,
		);
	});

	it('neighbours take a byte and a third each', () => {
		const ids = Array.from({ length: 3_000 }, (_, position) => 5_000_000 + position * 3);
		expect(packIds(ids).length / ids.length).toBeLessThan(1.4);
	});

	it.each(['@', 'AAA', '/w==', 'gA==', 'A B='])('text that it did not make is refused: %s', (text) => {
		expect(isPacked(text)).toBe(false);
		expect(() => unpackIds(text)).toThrow(/remembered orders/);
	});
});

type Command = { add: string; date: number } | { remove: string } | { forget: number } | 'store';
const command: fc.Arbitrary<Command> = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ add: anyId, date: anyDate }) },
	{ weight: 2, arbitrary: fc.record({ remove: anyId }) },
	{ weight: 1, arbitrary: fc.record({ forget: anyDate }) },
	{ weight: 1, arbitrary: fc.constant<Command>('store') },
);

describe('Remembered ids', () => {
	it('are what a plain map would hold, whatever happens to them, stored and read at any time', () => {
		fc.assert(
			fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
				const model = new Map<string, number>();
				let ids = RememberedIds.from({});
				for (const one of commands) {
					if (one === 'store') ids = RememberedIds.from(asJson(ids.toStored()));
					else if ('add' in one) {
						ids.add(one.add, one.date);
						if (!model.has(one.add)) model.set(one.add, Math.floor(one.date / DAY));
					} else if ('remove' in one) {
						ids.remove(one.remove);
						model.delete(one.remove);
					} else {
						const gone = [...model].filter(([, day]) => day < Math.floor(one.forget / DAY));
						for (const [id] of gone) model.delete(id);
						const last = gone.length === 0 ? undefined : Math.max(...gone.map(([, day]) => day));
						expect(ids.forgetDaysBefore(one.forget)).toBe(last === undefined ? undefined : (last + 1) * DAY);
					}
				}
				const stored = RememberedIds.from(asJson(ids.toStored()));
				for (const set of [ids, stored]) {
					expect(set.size).toBe(model.size);
					for (const id of model.keys()) expect(set.has(id)).toBe(true);
				}
				expect([...stored.byDay().keys()].sort()).toEqual([...new Set(model.values())].sort());
			}),
			runs,
		);
	});

	it('days that did not change are stored as they were', () => {
		const ids = RememberedIds.from({});
		ids.add('1', 0);
		ids.add('2', DAY);
		const before = ids.toStored();
		const again = RememberedIds.from(before);
		again.add('3', DAY);
		const after: StoredIds = again.toStored();
		expect(after['0']).toBe(before['0']);
		expect(after['1']).not.toBe(before['1']);
	});
});

describe('Remembered fingerprints', () => {
	it('come back for each order, also after some days are forgotten', () => {
		const entry = fc.record({ id: anyId, date: anyDate, content: fc.string() });
		fc.assert(
			fc.property(fc.array(entry, { maxLength: 50 }), anyDate, (entries, limit) => {
				const fingerprints = RememberedFingerprints.from({ ids: {}, texts: {} });
				const model = new Map<string, { fingerprint: string; day: number }>();
				for (const { id, date, content } of entries) {
					const fingerprint = fingerprintOf({ sellerComment: content });
					fingerprints.set(id, fingerprint, date);
					const { day } = model.get(id) ?? { day: Math.floor(date / DAY) };
					model.set(id, { fingerprint, day });
				}
				fingerprints.forgetDaysBefore(limit);
				const stored = RememberedFingerprints.from(asJson(fingerprints.toStored()));
				for (const [id, { fingerprint, day }] of model) {
					const expected = day < Math.floor(limit / DAY) ? undefined : fingerprint;
					expect([fingerprints.get(id), stored.get(id)]).toEqual([expected, expected]);
				}
			}),
			runs,
		);
	});

	it('that do not belong to the ids are refused', () => {
		const fingerprints = RememberedFingerprints.from({ ids: {}, texts: {} });
		fingerprints.set('1', fingerprintOf({}), 0);
		const { ids } = fingerprints.toStored();
		const isReadable = (texts: Record<string, string>) =>
			storedFingerprintsSchema.safeParse({ ids, texts }).success;
		expect([isReadable({ 0: 'AbCdEfGh' }), isReadable({ 0: 'abc' }), isReadable({})]).toEqual([
			true,
			false,
			false,
		]);
	});
});

describe('Fingerprints', () => {
	it('do not depend on the sequence of the lines, nor on anything that a seller cannot change', () => {
		const lines = [
			{ id: 1, quantity: 2 },
			{ id: 2, quantity: 3 },
		];
		const order = { sellerComment: 'a', items: lines, exported: false, externalId: null };
		const same = {
			items: [...lines].reverse(),
			sellerComment: 'a',
			exported: true,
			externalId: 'X',
			isEdited: true,
		};
		expect(fingerprintOf(order)).toBe(fingerprintOf(same));
	});

	it.each([
		['a quantity', { items: [{ id: 1, quantity: 3 }] }],
		['a price', { items: [{ id: 1, quantity: 2, price: 9 }] }],
		['a return', { items: [{ id: 1, quantity: 2, isReturn: true }] }],
		['a product', { items: [{ id: 1, quantity: 2, product: { id: 7 } }] }],
		['a line', { items: [] }],
		['the total', { totalSales: 9 }],
		['odd lines', { items: 'none' }],
	])('change with %s', (_, change) => {
		const order = { items: [{ id: 1, quantity: 2 }], totalSales: 8 };
		expect(fingerprintOf({ ...order, ...change })).not.toBe(fingerprintOf(order));
	});
});
