/** Seeds 151 to 200 of the simulation; what they try is said in simulationTests.ts. */
import { testSeeds } from './simulationTests';

testSeeds(151, 200);
