/** zod 3 in place of zod/v4, to see what the wire schema would cost with it. */
import { z as zod3 } from 'zod';
import type { ZodRawShape } from 'zod';

export const z = { ...zod3, looseObject: (shape: ZodRawShape) => zod3.object(shape).passthrough() };
