/** Odd data costs nothing, with the zod/v4 of the zod 3.25 that n8n provides. */
import { describeOddData } from './oddDataTests';

describeOddData({ major: 4, minor: 0 });
