/** What the user sees in n8n of a failure and of a hint (design 3.7). */
import { NodeApiError, NodeOperationError, WorkflowOperationError, type INode } from 'n8n-workflow';
import { InputError, ServiceFailure } from '../../../nodes/SalesOrderIntegration/errors/failures';
import { failureTable, type FailureKind } from '../../../nodes/SalesOrderIntegration/errors/failureTable';
import { Hints } from '../../../nodes/SalesOrderIntegration/errors/hints';
import { asNodeError, showHints } from '../../../nodes/SalesOrderIntegration/errors/nodeErrors';

const node: INode = { id: '1', name: 'Orders', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };

test.each<[FailureKind, string, string]>([
	['unauthorized', 'credential-invalid', 'warning'],
	['badRequest', 'configuration-invalid', 'warning'],
	['serverError', 'temporarily-unavailable', 'error'],
])('a failure of the service, %s, is shown in its words', (kind, cause, level) => {
	const failure = new ServiceFailure(kind, { httpCode: 499, excerpt: 'said so' });
	const error = asNodeError(node, failure, 3) as NodeApiError & { failure?: unknown };
	expect(error).toBeInstanceOf(NodeApiError);
	const { message, description } = failure;
	expect(error).toMatchObject({ message, description, level, httpCode: '499' });
	expect(error.description).toContain(failureTable[kind].advice);
	expect(error.context.itemIndex).toBe(3);
	expect(error.failure).toEqual({ cause });
	// What the editor shows under the details of an error.
	expect(error.messages).toEqual([message]);
	expect(error.errorResponse).toEqual({ message, description });
});

test('how long to wait is told to the scheduler of n8n', () => {
	const failure = new ServiceFailure('rateLimited', { httpCode: 429, retryAfterMs: 5_000 });
	expect(asNodeError(node, failure)).toMatchObject({
		failure: { cause: 'rate-limited', retryAfterMs: 5_000 },
	});
});

test('a value that cannot be used is a warning with what to do', () => {
	const error = asNodeError(node, new InputError('It is wrong', 'Enter another.'), 2) as NodeOperationError;
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({ message: 'It is wrong', description: 'Enter another.', level: 'warning' });
	expect(error.context.itemIndex).toBe(2);
});

test.each([
	[new NodeOperationError(node, 'no')],
	[new NodeApiError(node, { message: 'no' })],
	[new WorkflowOperationError('no')],
])('errors of n8n itself pass as they are: %p', (error) => {
	expect(asNodeError(node, error)).toBe(error);
});

test.each([[new TypeError('broken')], ['broken']])('anything else is shown on the node: %p', (thrown) => {
	const error = asNodeError(node, thrown, 1) as NodeOperationError;
	expect(error).toBeInstanceOf(NodeOperationError);
	expect([error.message, error.context.itemIndex]).toEqual(['broken', 1]);
});

describe('hints', () => {
	const hints = new Hints();
	hints.waitedForRateLimit(1000);
	hints.set('reconciled', 'All is there.');
	hints.set('oddData', 'A field is odd.');

	test('are shown beside the output, as warnings where something may be wrong', () => {
		const addExecutionHints = jest.fn();
		showHints({ addExecutionHints }, hints);
		expect(addExecutionHints.mock.calls).toEqual([
			[{ message: expect.stringContaining('Waited 1 s'), type: 'info', location: 'outputPane' }],
			[{ message: 'All is there.', type: 'info', location: 'outputPane' }],
			[{ message: 'A field is odd.', type: 'warning', location: 'outputPane' }],
		]);
	});

	test('cost nothing where n8n has no place for them', () => {
		expect(() => showHints({}, hints)).not.toThrow();
	});
});
