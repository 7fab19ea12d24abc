/** The mistakes. Each is one that somebody could make in earnest. */
import { countingBugs } from './countingBugs';
import { decidingBugs } from './decidingBugs';
import type { PlantedBug } from './plantedBug';
import { readingBugs } from './readingBugs';

export const plantedBugs: PlantedBug[] = [...readingBugs, ...countingBugs, ...decidingBugs];
