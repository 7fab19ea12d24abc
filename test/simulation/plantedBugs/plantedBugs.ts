/** The mistakes. Each is one that somebody could make in earnest. */
import { findingBugs } from './findingBugs';
import type { PlantedBug } from './plantedBug';
import { readingBugs } from './readingBugs';
import { rememberingBugs } from './rememberingBugs';
import { sharingBugs } from './sharingBugs';

export const plantedBugs: PlantedBug[] = [...readingBugs, ...sharingBugs, ...findingBugs, ...rememberingBugs];
