/** From the record of an order to what the wire shows of it, as an object and as cached JSON text. */
import { fillNullFields, generateOrder, sumOfTotals, type OrderRecipe } from './generateOrder';
import { jsonText, withValueAt } from './jsonText';
import type { OrderRecord, SalesOrder } from './model';
import type { Switches } from './switches';

/** So many texts are kept, a few kilobytes each; beyond them, all are made again. */
const MOST_CACHED = 100_000;

/** Builds what the wire shows of the orders, under the switches of the moment. */
export class OrderDocuments {
	private readonly texts = new Map<OrderRecord, string>();
	private variant = '';

	constructor(
		private readonly recipe: () => OrderRecipe,
		private readonly switches: Switches,
	) {}

	/** What the wire shows of an order. */
	document(record: OrderRecord): SalesOrder {
		let order = generateOrder(record, this.recipe());
		if (this.switches.nullFields === 'filled') order = fillNullFields(order, this.recipe(), record.serial);
		if (record.changes) {
			Object.assign(order, record.changes);
			if (record.changes.items && record.changes.totalSales === undefined) {
				order.totalSales = sumOfTotals(record.changes.items);
			}
		}
		this.setExternalId(order, record.externalId);
		let shown: unknown = order;
		for (const [path, value] of Object.entries(record.distortion ?? {})) {
			shown = withValueAt(shown, path, value);
		}
		return shown as SalesOrder;
	}

	/** JSON text of what the wire shows of an order. */
	text(record: OrderRecord): string {
		this.dropTextsOfOtherSwitches();
		let text = this.texts.get(record);
		if (text === undefined) {
			text = jsonText(this.document(record));
			if (this.texts.size >= MOST_CACHED) this.texts.clear();
			this.texts.set(record, text);
		}
		return text;
	}

	/** Must be told of every change to a record. */
	forget(record: OrderRecord): void {
		this.texts.delete(record);
	}

	private setExternalId(order: SalesOrder, externalId: string | undefined): void {
		if (externalId !== undefined) order.externalId = externalId;
		else if (this.switches.externalIdWhenUnset === 'empty') order.externalId = '';
		else if (this.switches.externalIdWhenUnset === 'absent') delete order.externalId;
	}

	private dropTextsOfOtherSwitches(): void {
		const variant = `${this.switches.externalIdWhenUnset} ${this.switches.nullFields}`;
		if (variant === this.variant) return;
		this.variant = variant;
		this.texts.clear();
	}
}
