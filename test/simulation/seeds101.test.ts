/** Seeds 101 to 150 of the simulation; what they try is said in tests.ts. */
import { testSeeds } from './tests';

testSeeds(101, 150);
