/** Odd data costs nothing, with the newest zod, should n8n provide that one day. */
import { describeOddData } from './oddDataTests';

jest.mock('zod/v4', () => jest.requireActual<object>('zod4/v4'));

describeOddData({ major: 4, minor: 6 });
