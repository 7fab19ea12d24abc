/** Simulated weeks as tests: every promise of design 4 together, in seeded worlds of one kind for each test file. */
import { repetitions } from '../support/seeds';
import { scenarioOf, type Scenario } from './scenario';
import { simulateSeed } from './simulateSeed';

/** What most disturbs the trigger in a world. */
type WorldKind = 'kills' | 'changes' | 'outages' | 'undisturbed';

/** So few for each file that all of them take a quarter of a minute on two cores; REPETITIONS=10 simulates more. */
const WORLDS = repetitions(4);
const TIME_LIMIT_MS = 600_000;
/** What is said of a world that fails: `npm run simulate -- --seed N` says all. */
const MOST_PROBLEMS = 3;

/** Tests of the first worlds of a kind. */
export function testWorlds(promise: string, kind: WorldKind): void {
	const seeds: number[] = [];
	for (let seed = 1; seeds.length < WORLDS; seed++) {
		const scenario = scenarioOf(seed);
		if (kindOf(scenario) === kind && isQuick(scenario)) seeds.push(seed);
	}
	test.each(seeds)(
		`${promise}, seed %i`,
		async (seed) => {
			const { problems } = await simulateSeed(seed);
			expect(problems.slice(0, MOST_PROBLEMS)).toEqual([]);
		},
		TIME_LIMIT_MS,
	);
}

/** A world with a backlog of thousands takes a minute, and one that reads years in small parts a quarter of one. */
function isQuick({ orders, traits }: Scenario): boolean {
	return orders.length <= 250 && !traits.includes('long windows get 400');
}

function kindOf(scenario: Scenario): WorldKind {
	const { kills, changes, renames, visits, outages, absences, faults, weather } = scenario;
	if (kills.networkTouches > 0) return 'kills';
	if (changes.length + renames.length + visits.length > 0) return 'changes';
	return outages.length + absences.length + weather.length > 0 || faults.probability > 0
		? 'outages'
		: 'undisturbed';
}
