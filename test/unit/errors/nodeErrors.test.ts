/** What the user sees in n8n of a failure and of a hint (design 3.7). */
import { NodeApiError, NodeOperationError, WorkflowOperationError, type INode } from 'n8n-workflow';
import { ServiceFailure } from '../../../nodes/SalesOrderIntegration/errors/failures';
import type { FailureKind } from '../../../nodes/SalesOrderIntegration/errors/failureTable';
import { Hints } from '../../../nodes/SalesOrderIntegration/errors/hints';
import { asNodeError, showHints } from '../../../nodes/SalesOrderIntegration/errors/nodeErrors';

const node: INode = { id: '1', name: 'Orders', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };

test.each<[FailureKind, string, string]>([
	['unauthorized', 'credential-invalid', 'warning'],
	['badRequest', 'configuration-invalid', 'warning'],
	['serverError', 'temporarily-unavailable', 'error'],
])('what can remove a failure of the service, %s, is told to the scheduler of n8n', (kind, cause, level) => {
	expect(asNodeError(node, new ServiceFailure(kind))).toMatchObject({ failure: { cause }, level });
});

test.each([
	[new NodeOperationError(node, 'no')],
	[new NodeApiError(node, { message: 'no' })],
	[new WorkflowOperationError('no')],
])('errors of n8n itself pass as they are, with the item: %p', (error) => {
	expect(asNodeError(node, error, 2)).toBe(error);
	expect(error.context?.itemIndex).toBe(2);
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
