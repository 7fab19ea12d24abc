/** What checking the wire costs of records that are not as specified (docs/benchmark.md). */
import { compare, duration, interleaved, type Figure } from '../figures';
import { runProgram } from '../program';
import type { Measure } from '../programs/measure';
import type { Checked } from '../programs/validate';

/** Checks a page of odd records, and one of good ones. */
export async function benchValidation(repetitions: number): Promise<Figure[]> {
	const check = (checked: Checked) => async () => await runProgram<Measure>('validate', { checked });
	const measures = await interleaved(repetitions, {
		manyGood: check('manyGood'),
		manyEmpty: check('manyEmpty'),
		linesGood: check('linesGood'),
		linesOdd: check('linesOdd'),
	});
	const figure = (circumstances: string, ratio: string, one: Measure[], other: Measure[]): Figure => ({
		circumstances,
		ratio: `CPU, check of ${ratio}`,
		...compare({ one, other, of: ({ cpuMs }) => cpuMs, format: duration }),
		aim: 1.2,
	});
	const { manyGood, manyEmpty, linesGood, linesOdd } = measures;
	return [
		figure('100,000 records in a page', 'empty records / of good ones', manyEmpty, manyGood),
		figure('1,000 orders of 20 lines', 'decimals as texts / of numbers', linesOdd, linesGood),
	];
}
