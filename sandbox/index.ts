/** The sandbox: the whole service, embedded. */
export { createSandbox, type Sandbox, type SandboxOptions } from './createSandbox';
export { faultKinds, Faults, type Fault, type FaultSource, type FaultSubject } from './faults';
export { LiveTraffic } from './live';
export type { Identifier, OrderRecord, SalesOrder, TokenUser } from './model';
export { randomFaults } from './randomFaults';
export type { RateLimit } from './rateLimit';
export { PAGE, type SandboxRequest, type SandboxResponse } from './request';
export type { RequestLog, RequestLogEntry } from './requestLog';
export type { ListenOptions, RunningSandbox } from './server';
export { defaultSwitches, switchChoices, type Switches } from './switches';
export type { NewOrder, OrderChanges, World, WorldEvent } from './world';
