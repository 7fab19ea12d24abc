/** The sandbox: the whole service, embedded. */
export { createSandbox, type Sandbox, type SandboxOptions } from './createSandbox';
export {
	faultKinds,
	Faults,
	type Fault,
	type FaultSource,
	type FaultSubject,
	type Repetition,
	type RequestMatch,
} from './faults';
export { ConnectionResetError } from './inProcess';
export { LiveTraffic, type LiveOptions } from './live';
export type { Identifier, OrderRecord, SalesOrder, TokenUser } from './model';
export { randomFaults, type RandomFaultOptions } from './randomFaults';
export type { RateLimit } from './rateLimit';
export { PAGE, type SandboxRequest, type SandboxResponse } from './request';
export type { RequestLog, RequestLogEntry } from './requestLog';
export type { ListenOptions, RunningSandbox } from './server';
export { defaultSwitches, switchChoices, type Switches } from './switches';
export type { NewOrder, OrderChanges, World, WorldEvent, WorldStatistics } from './world';
