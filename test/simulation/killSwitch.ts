/** Kills n8n at a chosen point: before or after any exchange over the network, and around any write of its state. */
import { SeededRandom } from '../../sandbox/seededRandom';
import type { Life } from './n8nModel';
import type { Scenario } from './scenario';

export class KillSwitch {
	kills = 0;
	private readonly random: SeededRandom;
	private isArmed = false;
	private left = 0;
	private kind: 'network' | 'state' = 'state';

	constructor(private readonly scenario: Pick<Scenario, 'seed' | 'kills'>) {
		this.random = new SeededRandom(scenario.seed, 24);
		this.choose();
	}

	arm(): void {
		this.isArmed = true;
	}

	disarm(): void {
		this.isArmed = false;
	}

	/** A point at which the process may die. */
	touch(kind: 'network' | 'state', life: Life): void {
		const { networkTouches } = this.scenario.kills;
		if (!this.isArmed || networkTouches === 0 || life.isOver || kind !== this.kind) return;
		if (--this.left > 0) return;
		this.kills++;
		this.choose();
		life.finish();
	}

	private choose(): void {
		const { networkTouches, stateTouches } = this.scenario.kills;
		this.kind = this.random.chance(0.5) ? 'network' : 'state';
		this.left = this.random.integer(1, 2 * (this.kind === 'network' ? networkTouches : stateTouches));
	}
}
