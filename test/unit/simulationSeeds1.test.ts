/** Seeds 1 to 50 of the simulation; what they try is said in simulationTests.ts. */
import { testSeeds } from './simulationTests';

testSeeds(1, 50);
