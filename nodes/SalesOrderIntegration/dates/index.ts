/** The dates of the package (design 3.3, 3.4): what is typed, what is sent, what is returned. Pure; no clock, no network. */
export { checkWindow, parseDateInput } from './dateInput';
export type { DateInputOptions } from './dateInput';
export { isAskedFor, isWithin, toServiceWindow } from './serviceWindow';
export type { InstantWindow, ServiceWindow, TimeWindow } from './serviceWindow';
export { parseTimestamp } from './timestamp';
export { isValidZone } from './wallTime';
export { contradictionsOf, datesOf, mismatchIn, zonesThatFit } from './zoneCheck';
export type { OrderDates, ZoneEvidence, ZoneMismatch } from './zoneCheck';
