/** A refusal of the service may mean that a window is too long: it is told from all other failures (api-specification 8). */
import {
	InputError,
	isOfCheck,
	isRefusal,
	ServiceFailure,
	unless,
} from '../../../nodes/SalesOrderIntegration/errors/failures';
import { failureTable, type FailureKind } from '../../../nodes/SalesOrderIntegration/errors/failureTable';

const kinds = Object.keys(failureTable) as FailureKind[];

test('of all failures, only those of a request that the service rejects are refusals', () => {
	const refusals = kinds.filter((kind) => isRefusal(new ServiceFailure(kind)));
	expect(refusals).toEqual(['forbidden', 'badRequest', 'notFound']);
});

const likeOne = Object.assign(new Error('of another kind'), { kind: 'badRequest' });

test.each([[new InputError('a', 'b')], [likeOne], ['badRequest'], [undefined]])('%p is none', (error) => {
	expect(isRefusal(error)).toBe(false);
	expect(isOfCheck(error)).toBe(false);
});

test.each<[FailureKind, boolean]>([
	['timeout', true],
	['unauthorized', false],
	['cancelled', false],
])('%s says nothing about other requests: %p', (kind, expected) => {
	expect(isOfCheck(new ServiceFailure(kind))).toBe(expected);
});

describe('what is read unless it is refused', () => {
	test('is given where it is not', async () => {
		expect(await unless(isRefusal, Promise.resolve('a page'))).toBe('a page');
	});

	test('is nothing where it is', async () => {
		expect(await unless(isRefusal, Promise.reject(new ServiceFailure('badRequest')))).toBeUndefined();
	});

	test.each([[new ServiceFailure('unauthorized')], [likeOne]])('fails with any other: %p', async (error) => {
		await expect(unless(isRefusal, Promise.reject(error))).rejects.toBe(error);
	});
});
