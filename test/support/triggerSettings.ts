/** The settings of a trigger on which nothing was changed (design 2). */
import type { TriggerSettings } from '../../nodes/SalesOrderIntegration/trigger/settings';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const defaultSettings: TriggerSettings = {
	events: ['created', 'deleted'],
	delivery: 'once',
	lateSyncMs: 72 * HOUR,
	sweepMs: HOUR,
	deletedMs: 30 * 24 * HOUR,
	maxOrdersPerRun: 500,
	redeliverMs: 30 * MINUTE,
	maxDeliveries: 10,
	pauseDuringMaintenance: true,
	windowDate: 'mobileDateCreated',
};
