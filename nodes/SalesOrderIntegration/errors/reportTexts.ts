/** What the trigger reports with the event Attention Needed: by reason, what happened and what to do (design 2). */
import type { ServiceFailure } from './failures';

/** An instant (epoch milliseconds) as reports write it: ISO 8601 in UTC. */
export const asText = (at: number) => new Date(at).toISOString();

/** Instants in epoch milliseconds. */
export const reportTexts = {
	notConfirmed: (id: string, attempts: number, isListed: boolean) => ({
		message: `Order ${id} ${isListed ? 'still has no external ID' : 'is no longer listed'} after ${attempts === 1 ? 'one attempt' : `${attempts} attempts`} to deliver it. It is not delivered again.`,
		advice: isListed
			? "Check the executions of this workflow for the reason. Then deliver the order yourself: 'List Sales Orders' with the filter 'External ID': Missing finds it."
			: 'It may have been deleted. Look it up in the web application and in your own system.',
	}),
	confirmedElsewhere: (id: string) => ({
		message: `Order ${id} had an external ID before this trigger delivered it. Orders that have one are not delivered.`,
		advice:
			"If you executed the example 'These orders again' while the trigger was off, or restored n8n from a backup, there is nothing to do. Otherwise another workflow or a person sets external IDs: use 'Until External ID Is Set' in one workflow per service account, and 'Once' in the others.",
	}),
	tooManyWaiting: (most: number) => ({
		message: `${most} orders wait for their external ID. New orders are delivered later, when some of them have one.`,
		advice:
			"Check in the executions why the workflow sets no external IDs. New orders are delivered as soon as others have their external ID or have used up 'Max Deliveries'.",
	}),
	listFails: (what: string, since: number, { message, description }: ServiceFailure) => ({
		message: `${what} could not be read since ${asText(since)}. ${message}.`,
		advice: `Everything else is delivered as usual. The trigger tries again with each poll and delivers what was missed. ${description}`,
	}),
	stateRebuilt: (since: number) => ({
		message: `The memory of the trigger was damaged. The trigger continues from ${asText(since)}.`,
		advice:
			"Orders from after that time can be delivered again, and orders, deletions and changes from before it can be missing. Compare both systems with 'Reconcile Sales Orders'.",
	}),
	otherService: (baseUrl: string, since: number) => ({
		message: `The credential leads to another service or account than before: ${baseUrl}. The trigger delivers what arrived there after ${asText(since)}.`,
		advice:
			"If you did not intend this, check the credential. Back at the former service, the trigger continues there where it stopped. Until then, its orders that wait for their external ID do not come: find them there with 'List Sales Orders', filter 'External ID': Missing.",
	}),
	miscounted: (list: 'created' | 'deleted') => ({
		message: `The service counts more ${list === 'created' ? 'sales orders' : 'deleted orders'} than it lists, also when the list is read again. The trigger delivers all that it lists.`,
		advice:
			"An order may be missing. Compare with the web application or with 'Reconcile Sales Orders'. If this continues, tell the provider of the service.",
	}),
	oddData: (message: string) => ({
		message,
		advice:
			'Each order is delivered as the service sent it. Check what the next nodes make of odd values, and tell the provider of the service.',
	}),
	timeZone: (message: string) => ({
		message,
		advice: 'Until you change the credential, orders can arrive late, and some may never arrive.',
	}),
} satisfies Record<string, (...details: never[]) => ReportText>;

export interface ReportText {
	message: string;
	advice: string;
}

/** The end of what `listFails` has reported. Instants in epoch milliseconds. */
export function givenUp(what: string, from: number, to: number): ReportText {
	return {
		message: `${what} from ${asText(from)} to ${asText(to)} could not be read for 30 days and is given up.`,
		advice: "Compare this time with 'Reconcile Sales Orders', or look it up in the web application.",
	};
}

/** Of an order that waits for its external ID in what is given up: nobody knows whether it has one. */
export function givenUpOrder(id: string): ReportText {
	return {
		message: `Order ${id} waits for its external ID, but could not be read again for 30 days. It is not delivered again.`,
		advice: 'Look it up in the web application and in your own system.',
	};
}

/** The column `reason` of a report. */
export type ReportReason = keyof typeof reportTexts;

export const reportReasons = Object.keys(reportTexts) as [ReportReason, ...ReportReason[]];
