/** The settings of a trigger on which nothing was changed (design 2). */
import type { TriggerSettings } from '../../nodes/SalesOrderIntegration/parameters/triggerSettings';
import { DAY, HOUR, MINUTE } from './time';

export const defaultSettings: TriggerSettings = {
	events: ['created', 'deleted'],
	delivery: 'once',
	startFrom: undefined,
	lateSyncMs: 72 * HOUR,
	sweepMs: HOUR,
	deletedMs: 30 * DAY,
	maxOrdersPerRun: 500,
	redeliverMs: 30 * MINUTE,
	maxDeliveries: 10,
	pauseDuringMaintenance: true,
	checkTimeZone: true,
	filters: {},
	windowDate: 'mobileDateCreated',
};
