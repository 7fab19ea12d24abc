/** Odd data costs nothing, with zod 4, should n8n provide that one day. */
import { describeOddData } from './oddDataTests';

jest.mock('zod', () => jest.requireActual<object>('zod4'));

describeOddData(true);
