/** The dates of the package (design 3.3, 3.4): what is typed, what is sent, what comes back. Pure; no clock, no network. */
export { DateInputError } from './dateInputError';
export { checkWindow, parseDateInput } from './dateInput';
export type { DateInputOptions } from './dateInput';
export { isAskedFor, isWithin, toServiceWindow } from './serviceWindow';
export type { InstantWindow, ServiceWindow, TimeWindow } from './serviceWindow';
export { parseTimestamp } from './timestamp';
export { isValidZone } from './wallTime';
export { findZoneMismatch, zoneWitness } from './zoneCheck';
export type { ZoneMismatch } from './zoneCheck';
