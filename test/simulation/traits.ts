/** What the filters of the trigger look at, and what they should make of it: written apart from the trigger's own code. */
import type { IDataObject } from 'n8n-workflow';
import type { NewOrder } from '../../sandbox';
import type { SeededRandom } from '../../sandbox/seededRandom';

/** What a filter can ask an order for. */
export interface Traits {
	customerCode: string;
	orderType: string;
	username: string;
}

const CUSTOMERS = ['C00001', 'C00002', 'C00003'];
const TYPES = ['Pedido', 'Cotización'];
const SELLERS = ['field', 'route'];

/** The filters that users of a simulation choose from: most let many orders through, one lets few. */
export const filterChoices: IDataObject[] = [
	{ orderTypes: ['Pedido'] },
	{ customerCodes: 'C00001, C00003' },
	{ createdBy: { mode: 'username', value: 'field' } },
	{ orderTypes: 'pedido', customerCodes: ['C00001', 'C00002'] },
];

export function randomTraits(random: SeededRandom): Traits {
	return {
		customerCode: random.pick(CUSTOMERS),
		orderType: random.pick(TYPES),
		username: random.pick(SELLERS),
	};
}

/** An order's content with these traits. */
export function contentOf({
	customerCode,
	orderType,
	username,
}: Traits): Pick<NewOrder, 'customer' | 'type' | 'createdBy'> {
	const id = 1 + CUSTOMERS.indexOf(customerCode);
	const zone = { id: 1, description: 'Centro', enabled: true };
	return {
		customer: { id, code: customerCode, description: `Customer ${id}`, enabled: true, zone },
		type: { id: 1 + TYPES.indexOf(orderType), description: orderType, enabled: true },
		createdBy: { id: 1 + SELLERS.indexOf(username), name: username, username, enabled: true },
	};
}

/** Whether an order with these traits passes one of {@link filterChoices}, or no filter. */
export function matches(filters: IDataObject, { customerCode, orderType, username }: Traits): boolean {
	const asked = (value: unknown) => JSON.stringify(value ?? '').toLowerCase();
	const { customerCodes, orderTypes, createdBy } = filters;
	return (
		(customerCodes === undefined || asked(customerCodes).includes(customerCode.toLowerCase())) &&
		(orderTypes === undefined || asked(orderTypes).includes(orderType.toLowerCase())) &&
		(createdBy === undefined || asked(createdBy).includes(username))
	);
}
