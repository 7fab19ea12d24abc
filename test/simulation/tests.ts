/** Simulated weeks as tests: every promise of design 4 together, in seeded worlds of one kind for each test file. */
import { repetitions } from '../support/seeds';
import { scenarioOf, type Scenario } from './scenario';
import { simulateSeed } from './simulateSeed';

/** What most disturbs the trigger in a world. */
type WorldKind = 'kills' | 'changes' | 'outages' | 'undisturbed';

/** So few for each file that all of them take a quarter of a minute on two cores; REPETITIONS=10 simulates more. */
const WORLDS = repetitions(4);
/** So few that a test that fails names a short list, and none takes long. */
const AT_ONCE = 4;
const TIME_LIMIT_MS = 600_000;
/** A world with a backlog of thousands takes a minute, as does one whose n8n was off and reads days in small parts. */
const isQuick = ({ orders, traits }: Scenario) =>
	orders.length <= 250 && !(traits.includes('behind') && traits.includes('long windows get 400'));

/** Tests of the first worlds of a kind, a few in each. */
export function testWorlds(promise: string, kind: WorldKind): void {
	const seeds: number[] = [];
	for (let seed = 1; seeds.length < WORLDS; seed++) {
		const scenario = scenarioOf(seed);
		if (kindOf(scenario) === kind && isQuick(scenario)) seeds.push(seed);
	}
	const blocks: number[][] = [];
	while (seeds.length > 0) blocks.push(seeds.splice(0, AT_ONCE));
	test.each(blocks.map((block) => [block.join(', '), block] as const))(
		`${promise}, seeds %s`,
		async (_, block) => {
			const failed: string[] = [];
			for (const seed of block) {
				const { problems } = await simulateSeed(seed);
				if (problems.length > 0) failed.push(`npm run simulate -- --seed ${seed}: ${problems[0]}`);
			}
			expect(failed).toEqual([]);
		},
		TIME_LIMIT_MS,
	);
}

function kindOf(scenario: Scenario): WorldKind {
	const { kills, changes, renames, visits, outages, absences, faults, weather } = scenario;
	if (kills.networkTouches > 0) return 'kills';
	if (changes.length + renames.length + visits.length > 0) return 'changes';
	return outages.length + absences.length + weather.length > 0 || faults.probability > 0
		? 'outages'
		: 'undisturbed';
}
