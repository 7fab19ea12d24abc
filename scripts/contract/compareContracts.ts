/** Tells what a recorded contract and the present one differ in, and what of it breaks a workflow that was saved. */
import { canonicalText } from './canonicalJson';
import type { Contract, ContractParameter, ContractParameters } from './contract';
import { isAtLeastAsWide } from './displayConditions';

/** Differences as sentences. */
export interface ContractChanges {
	/** What a saved workflow would notice: something it relies on is gone or means something else. */
	breaking: string[];
	/** What is new beside it. */
	added: string[];
}

/**
 * Compares the recorded contract with the present one.
 *
 * A parameter that is gone, has another type or default, is no longer shown in some case, has lost an option, or has
 * become required breaks a workflow: n8n saves no value that is the default, and drops those of hidden parameters.
 * A new node, version, credential, optional parameter or option does not, nor does a parameter shown in more cases.
 */
export function compareContracts(recorded: Contract, present: Contract): ContractChanges {
	const changes: ContractChanges = { breaking: [], added: [] };
	compareKeys(recorded.credentials, present.credentials, 'credential', changes, (name, before, after) =>
		compareParameters(`credential ${name}`, before, after, changes),
	);
	compareKeys(recorded.nodes, present.nodes, 'node', changes, (name, before, after) =>
		compareKeys(before, after, `node ${name}, version`, changes, (version, old, current) =>
			compareParameters(`node ${name}, version ${version}`, old, current, changes),
		),
	);
	return changes;
}

function compareKeys<T>(
	before: Record<string, T>,
	after: Record<string, T>,
	kind: string,
	changes: ContractChanges,
	compare: (key: string, before: T, after: T) => void,
): void {
	for (const [key, old] of Object.entries(before)) {
		const current = after[key];
		if (current === undefined) changes.breaking.push(`${kind} ${key} is gone.`);
		else compare(key, old, current);
	}
	for (const key of Object.keys(after)) {
		if (before[key] === undefined) changes.added.push(`${kind} ${key} is new.`);
	}
}

function compareParameters(
	owner: string,
	before: ContractParameters,
	after: ContractParameters,
	changes: ContractChanges,
): void {
	const matched = new Set<ContractParameter>();
	for (const old of before) {
		const current = counterpart(old, after);
		if (current) matched.add(current);
		const say = (what: string) => `${owner}: ${nameAmong(before, old)} ${what}`;
		changes.breaking.push(...(current ? breaks(old, current) : ['is gone.']).map(say));
		changes.added.push(...(current ? additions(old, current) : []).map(say));
	}
	for (const parameter of after.filter((candidate) => !matched.has(candidate))) {
		const list = parameter.required ? changes.breaking : changes.added;
		list.push(`${owner}: ${nameAmong(after, parameter)} is new${parameter.required ? ' and required' : ''}.`);
	}
}

/** The path of a parameter, with its conditions where the path alone does not say which one is meant. */
function nameAmong(parameters: ContractParameters, { path, conditions }: ContractParameter): string {
	const isUnique = parameters.filter((other) => other.path === path).length === 1;
	return isUnique ? path : `${path} (${canonicalText(conditions ?? {})})`;
}

/** The parameter that a saved workflow finds now: of the same path, and shown at least wherever the old one was. */
function counterpart(old: ContractParameter, present: ContractParameters): ContractParameter | undefined {
	const candidates = present.filter(({ path }) => path === old.path);
	return (
		candidates.find((candidate) => canonicalText(candidate) === canonicalText(old)) ??
		candidates.find((candidate) => sameConditions(old, candidate)) ??
		candidates.find((candidate) => isAtLeastAsWide(candidate.conditions, old.conditions))
	);
}

const sameConditions = (a: ContractParameter, b: ContractParameter) =>
	canonicalText(a.conditions) === canonicalText(b.conditions);

function breaks(old: ContractParameter, present: ContractParameter): string[] {
	const broken: string[] = [];
	for (const trait of ['type', 'default', 'multipleValues'] as const) {
		const [before, after] = [old[trait] ?? null, present[trait] ?? null].map(canonicalText);
		if (before !== after) broken.push(`has the ${trait} ${after} instead of ${before}.`);
	}
	if (present.required && !old.required) broken.push('is now required.');
	const lost = (old.values ?? []).filter((value) => !(present.values ?? []).includes(value));
	return [...broken, ...lost.map((value) => `has lost the option ${canonicalText(value)}.`)];
}

function additions(old: ContractParameter, present: ContractParameter): string[] {
	const gained = (present.values ?? []).filter((value) => !(old.values ?? []).includes(value));
	const added = gained.map((value) => `has the new option ${canonicalText(value)}.`);
	if (old.required && !present.required) added.push('is no longer required.');
	if (!sameConditions(old, present)) {
		added.push(
			`is shown in more cases: ${present.conditions ? canonicalText(present.conditions) : 'always'}.`,
		);
	}
	return added;
}
