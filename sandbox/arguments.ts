/** The command line of `npm run sandbox`. */
import { Command, InvalidArgumentError } from 'commander';
import { defaultSwitches, switchChoices, type Switches } from './switches';

/** What the command line says. */
export interface SandboxArguments {
	port: number;
	seed: number;
	orders: number;
	days: number;
	/** Orders per hour. */
	liveRate: number;
	pageSize: number;
	rateLimit: number;
	switch: Partial<Switches>;
}

/** Reads the command line; for help or a mistake it prints, and ends the process. */
export function readArguments(argv: readonly string[]): SandboxArguments {
	return new Command('sandbox')
		.description('The sales order service, embedded: for the demo, for trying things out, for tests.')
		.option('--port <number>', 'port on 127.0.0.1; 0 takes a free one', wholeNumber, 3900)
		.option('--seed <number>', 'decides everything random', wholeNumber, 1)
		.option('--orders <number>', 'orders that are there from the start', wholeNumber, 500)
		.option('--days <number>', 'days over which those orders arrived', amount, 30)
		.option('--live-rate <number>', 'orders per hour that keep arriving; 0 for none', amount, 120)
		.option('--page-size <number>', 'orders on a page', positiveNumber, defaultSwitches.pageSize)
		.option('--rate-limit <number>', 'requests per minute and token; 0 for no limit', wholeNumber, 500)
		.option('--switch <name=value>', 'a reading of the specification; may be repeated', withSwitch, {})
		.addHelpText('after', `\nSwitches, the default first:\n${switchHelp()}`)
		.parse(argv)
		.opts<SandboxArguments>();
}

function wholeNumber(text: string): number {
	if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Not a whole number.');
	return Number(text);
}

function positiveNumber(text: string): number {
	const value = wholeNumber(text);
	if (value === 0) throw new InvalidArgumentError('Must be at least 1.');
	return value;
}

function amount(text: string): number {
	if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError('Not a number of 0 or more.');
	return Number(text);
}

/** How the switches without a fixed choice are read, and what the help says of them. */
const otherSwitches: Record<string, { read: (text: string) => unknown; help: string }> = {
	serverDateParameter: { read: nameAndValue, help: 'name=value; without it, none' },
	totalPagesWhenEmpty: { read: wholeNumber, help: '0, 1' },
	maximumParallelRequests: { read: positiveNumber, help: 'a number; without it, none' },
	longestWindowDays: { read: positiveNumber, help: 'a number; without it, none' },
	ignoresDeleted: { read: (text) => text !== 'false', help: 'false, true' },
	latency: { read: wholeNumber, help: '0, or milliseconds' },
	otherOrigin: { read: String, help: 'where otherHost links and redirects lead' },
};

function withSwitch(text: string, before: Partial<Switches>): Partial<Switches> {
	const { name, value } = nameAndValue(text);
	const other = otherSwitches[name];
	if (other) return { ...before, [name]: other.read(value) };
	const [, choices] = Object.entries(switchChoices).find(([key]) => key === name) ?? [];
	if (!choices) throw new InvalidArgumentError(`There is no switch ${name}.`);
	if (!choices.some((choice) => choice === value))
		throw new InvalidArgumentError(`${name} is one of: ${choices.join(', ')}.`);
	return { ...before, [name]: value };
}

function nameAndValue(text: string): { name: string; value: string } {
	const equals = text.indexOf('=');
	if (equals < 1) throw new InvalidArgumentError('Not of the form name=value.');
	return { name: text.slice(0, equals), value: text.slice(equals + 1) };
}

function switchHelp(): string {
	const choices = Object.entries(switchChoices).map(([name, values]) => `  ${name}: ${values.join(', ')}`);
	const others = Object.entries(otherSwitches).map(([name, { help }]) => `  ${name}: ${help}`);
	return [...choices, ...others].join('\n');
}
