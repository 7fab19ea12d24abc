/** The mistakes. Each is one that somebody could make in earnest. */
import { decidingBugs } from './decidingBugs';
import type { PlantedBug } from './plantedBug';
import { readingBugs } from './readingBugs';

export const plantedBugs: PlantedBug[] = [...readingBugs, ...decidingBugs];
