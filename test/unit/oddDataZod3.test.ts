/** Odd data costs nothing, with the zod 3.25 that n8n provides. */
import { describeOddData } from './oddDataTests';

describeOddData(false);
