/** All planted bugs. */
import { knowingBugs } from './knowingBugs';
import type { PlantedBug } from './plantedBug';
import { readingBugs } from './readingBugs';

export const plantedBugs: PlantedBug[] = [...readingBugs, ...knowingBugs];
