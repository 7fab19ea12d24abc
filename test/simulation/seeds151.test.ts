/** Seeds 151 to 200 of the simulation; what they try is said in tests.ts. */
import { testSeeds } from './tests';

testSeeds(151, 200);
