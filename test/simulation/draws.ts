/** What chance decides, by name: a new draw never changes what another one comes to. */
import { SeededRandom } from '../../sandbox/seededRandom';

export class Draws {
	constructor(
		private readonly seed: number,
		private readonly path = '',
	) {}

	/** The random stream of a name. It begins again whenever it is asked for. */
	of(name: string): SeededRandom {
		return new SeededRandom(this.seed, hashOf(`${this.path}/${name}`));
	}

	/** The draws of a part of the world, apart from those of all others. */
	within(name: string): Draws {
		return new Draws(this.seed, `${this.path}/${name}`);
	}
}

/** FNV-1a. */
function hashOf(text: string): number {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	return hash >>> 0;
}
