/** Seeds 51 to 100 of the simulation; what they try is said in simulationTests.ts. */
import { testSeeds } from './simulationTests';

testSeeds(51, 100);
