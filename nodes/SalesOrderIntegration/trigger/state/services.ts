/** Which state a poll continues: that of the service and account that the credential leads to (design 4). */
import { createHash } from 'node:crypto';
import { isOfCheck, isRefusal, unless } from '../../errors/failures';
import { reportTexts } from '../../errors/reportTexts';
import { forCheck, type Client } from '../../http/client';
import { readListOnce } from '../../lists/listReading';
import { users as userList } from '../../lists/orders';
import { recordId, type WireRecord } from '../../lists/wire';
import type { Attention } from '../reports';
import type { TriggerSettings } from '../../parameters/triggerSettings';
import { adapt, isChanged, type StoredState } from './loadState';
import { initialState, MOST_APART_MS, serviceTime, type ServiceState, type TriggerState } from './state';

/** For how many services states are kept: those used last. */
const MOST_SERVICES = 4;
/** Of so many users, one or more is in any list of all. */
const MOST_USERS = 20;
/** How far the clock of a service without a Date header may be behind ours, milliseconds. */
const UNKNOWN_CLOCK_MS = 600_000;

interface ServiceInput {
	client: Client;
	settings: TriggerSettings;
	/** Base URL and credential ID. */
	service: string;
	attention: Attention;
	/** When a user last switched the trigger on, by our clock, epoch milliseconds. */
	switchedOnAt: number;
}

/**
 * The state of the present service. A new credential with a user in common is for the same account. Any other service, and
 * a trigger without a state, begins at the last poll or when a user switched the trigger on, whichever is later.
 *
 * @throws ServiceFailure if the account of a new credential cannot be determined
 */
export async function stateOf(stored: StoredState | undefined, input: ServiceInput): Promise<ServiceState> {
	const { client, settings, service, attention, switchedOnAt } = input;
	const { services = {}, service: lastService = '', damagedSince } = stored ?? {};
	const here = Object.entries(services).filter(([name]) => name.startsWith(`${client.connection.baseUrl} `));
	const wanted = here.flatMap(([, state]) => state.users);
	// A new credential at a known address may be for the same account.
	const isNew = services[service] === undefined;
	const users = isNew ? ((await readUsers(client, wanted)) ?? []) : [];
	const isSame = ([name, state]: [string, ServiceState]) =>
		isNew ? state.users.some((user) => users.includes(user)) : name === service;
	const same = here.find(isSame);
	const ourNow = client.timing.now();
	if (damagedSince !== undefined)
		attention.report('stateRebuilt', String(damagedSince), reportTexts.stateRebuilt(damagedSince));
	if (same) {
		const [name, known] = same;
		if (name !== service) delete services[name];
		// What was chosen since counts by the clock of the service.
		const read = isChanged(known, settings) ? await readUsers(client) : undefined;
		const serviceNow = serviceTime(known, ourNow, client.clock.offsetMs);
		const state = adapt({ ...known, users: read ?? known.users }, settings, serviceNow);
		if (name === lastService) return state;
		reportOtherService(input, known.polledAt);
		// Another name of this service may have delivered its orders meanwhile.
		return { ...state, begun: serviceNow };
	}
	const { offsetMs } = client.clock;
	const now = ourNow + (offsetMs ?? 0);
	const former = services[lastService];
	// The clock of the former service may have been ahead of this one; if by a lot, ours was behind.
	const apartMs = former && offsetMs !== undefined ? Math.max(0, former.clockOffsetMs - offsetMs) : 0;
	const lastPoll = (former?.polledAt ?? -Infinity) - (apartMs > MOST_APART_MS ? 0 : apartMs);
	const switchedOn = switchedOnAt + (offsetMs ?? -UNKNOWN_CLOCK_MS);
	// What was damaged is of this service: it goes on from there. Our clock may have been ahead.
	const start = Math.min(now, former ? Math.max(lastPoll, switchedOn) : (damagedSince ?? switchedOn));
	// What Start From asks for was done, unless it was entered since.
	const isDone = stored && (!former || former.startFrom === settings.startFrom?.text);
	const startFrom = isDone ? undefined : settings.startFrom;
	if (stored && damagedSince === undefined) reportOtherService(input, startFrom?.at ?? start);
	// Without a state, nothing may be missed since the trigger was switched on.
	const latest = stored && startFrom ? now : start;
	const fresh = initialState({ ...settings, startFrom }, { start: latest, now, users });
	return { ...fresh, startFrom: settings.startFrom?.text, clockOffsetMs: offsetMs ?? 0 };
}

function reportOtherService({ attention, client }: ServiceInput, since: number): void {
	const text = reportTexts.otherService(client.connection.baseUrl, since);
	attention.report('otherService', String(client.timing.now()), text);
}

/** Back at a known service, a Start From that was there at the last one was entered for that one, and changes nothing. */
export function keepStartFrom(
	{ services, service: last }: StoredState,
	service: string,
	text?: string,
): void {
	const known = services[service];
	if (known && text !== undefined && services[last]?.startFrom === text) known.startFrom = text;
}

/** All states with settings that count from now on, by our clock (epoch milliseconds). Start From is for one service. */
export function withSettings(
	services: TriggerState['services'],
	service: string,
	settings: TriggerSettings,
	now: number,
): TriggerState['services'] {
	const adapted = Object.entries(services).map(([name, state]) => {
		const startFrom = name === service ? settings.startFrom : undefined;
		return [name, adapt(state, { ...settings, startFrom }, serviceTime(state, now))] as const;
	});
	return Object.fromEntries(adapted);
}

/** All states that are kept, the one used last at the end. */
export function withState(services: TriggerState['services'], service: string, state: ServiceState) {
	const others = Object.entries(services).filter(([name]) => name !== service);
	return { ...Object.fromEntries(others.slice(1 - MOST_SERVICES)), [service]: state };
}

/**
 * Users of the account, as hashes, or those of `wanted`; undefined if the token may not list them, or if they cannot be
 * read and none is wanted. Also shows the clock of the service.
 */
export async function readUsers(client: Client, wanted: string[] = []): Promise<string[] | undefined> {
	const isNeeded = wanted.length > 0;
	const isExpected = isNeeded ? isRefusal : isOfCheck;
	const reader = isNeeded ? { ...client, isCheck: true } : forCheck(client);
	const convert = (user: WireRecord) => {
		const content = JSON.stringify([recordId(user), user.username]);
		const hash = createHash('sha256').update(content).digest('base64').slice(0, 8);
		return !isNeeded || wanted.includes(hash) ? hash : undefined;
	};
	// One is enough to recognize the account: a poll may not have time for all.
	const limit = isNeeded ? 1 : MOST_USERS;
	const read = async () =>
		await unless(isExpected, readListOnce(reader, { query: userList, limit, convert }));
	let reading = await read();
	// A clock that is far from ours must be shown twice.
	if (client.clock.lastSeen && client.clock.offsetMs === undefined) reading = await read();
	return reading && [...reading.results.values()].slice(0, MOST_USERS);
}
