/** Seeds 101 to 150 of the simulation; what they try is said in simulationTests.ts. */
import { testSeeds } from './simulationTests';

testSeeds(101, 150);
