/** The sandbox: the whole service, embedded. */
export { createSandbox, type Sandbox, type SandboxOptions } from './createSandbox';
export { faultKinds, type Fault, type FaultSource, type FaultSubject } from './faults';
export type { Repetition, RequestMatch } from './faults';
export { LiveTraffic } from './live';
export type { Identifier, SalesOrder } from './model';
export { randomFaults } from './randomFaults';
export type { RateLimit } from './rateLimit';
export { PAGE, type SandboxResponse } from './request';
export type { RequestLog, RequestLogEntry } from './requestLog';
export type { RunningSandbox } from './server';
export { switchChoices, type Switches } from './switches';
export type { NewOrder, WorldEvent } from './world';
