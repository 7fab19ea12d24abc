/** Seeds 51 to 100 of the simulation; what they try is said in tests.ts. */
import { testSeeds } from './tests';

testSeeds(51, 100);
