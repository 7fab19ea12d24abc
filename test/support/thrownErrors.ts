/** The error that something throws, of the kind that is expected. Errors: nothing is thrown, or something else. */
import { InputError, ServiceFailure } from '../../nodes/SalesOrderIntegration/errors/failures';

const thrownAs =
	<Kind extends Error>(kind: new (...parameters: never[]) => Kind) =>
	(action: () => unknown): Kind => {
		try {
			action();
		} catch (error) {
			if (error instanceof kind) return error;
			throw error;
		}
		throw new Error('Nothing was thrown');
	};

export const inputErrorOf = thrownAs(InputError);
export const failureThrownBy = thrownAs(ServiceFailure);
