/** The two fields of a date window, as the tests of their values read them. */
import type { DateInputOptions } from '../../../nodes/SalesOrderIntegration/dates/dateInput';

// The workflow and the token are in different zones in every test, so that taking one for the other shows.
export const atStart: DateInputOptions = {
	field: 'Start',
	workflowZone: 'Asia/Kathmandu',
	tokenZone: 'America/Mexico_City',
	edge: 'start',
};
export const atEnd: DateInputOptions = { ...atStart, field: 'End', edge: 'end' };
