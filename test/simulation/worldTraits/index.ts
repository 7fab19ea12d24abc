/** The traits of worlds. A new one is a new entry: what others draw stays as it is. */
import { hardTraits } from './hardTraits';
import { n8nTraits } from './n8nTraits';
import { orderTraits } from './orderTraits';
import { serviceTraits } from './serviceTraits';
import { userTraits } from './userTraits';
import type { WorldTrait } from './worldTrait';

/** In the sequence in which they change a world: those that take disturbances away come first. */
export const worldTraits: WorldTrait[] = [
	...hardTraits,
	...serviceTraits,
	...orderTraits,
	...userTraits,
	...n8nTraits,
];
