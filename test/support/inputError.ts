/** The error for the user that something throws. */
import { InputError } from '../../nodes/SalesOrderIntegration/errors/failures';

/** Errors: nothing is thrown, or something else. */
export function inputErrorOf(action: () => unknown): InputError {
	try {
		action();
	} catch (error) {
		if (error instanceof InputError) return error;
		throw error;
	}
	throw new Error('It was accepted');
}
