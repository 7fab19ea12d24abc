/** Seeds 1 to 50 of the simulation; what they try is said in tests.ts. */
import { testSeeds } from './tests';

testSeeds(1, 50);
