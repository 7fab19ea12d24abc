/** The dates of the package (design 3.3, 3.4): what is typed, what is sent, what is returned. Pure; no clock, no network. */
export { checkWindow, parseDateInput } from './dateInput';
export type { DateInputOptions } from './dateInput';
export { isAskedFor, isWithin, toServiceWindow } from './serviceWindow';
export type { InstantWindow, ServiceWindow, TimeWindow } from './serviceWindow';
export { parseTimestamp } from './timestamp';
export { isValidZone } from './wallTime';
export { bestGuess, contradictionsOf, datesOf, FILTER_DATES, zoneAdvice, zonesAlikeIn } from './zoneCheck';
export type { FilterDate, ZoneEvidence, ZoneGuess } from './zoneCheck';
