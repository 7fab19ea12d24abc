/** Lists as records, for tests that look at what was read. */
import { readCompleteList } from '../../nodes/SalesOrderIntegration/lists/completeList';
import type { CompleteList, Verify } from '../../nodes/SalesOrderIntegration/lists/completeList';
import type { ListRequest } from '../../nodes/SalesOrderIntegration/lists/listReading';
import type { Client } from '../../nodes/SalesOrderIntegration/http/client';
import type { WireRecord } from '../../nodes/SalesOrderIntegration/lists/wire';

type Request = Omit<ListRequest<WireRecord>, 'convert'> & { verify?: Verify };

/** Reads a complete list of the records as they were sent. */
export async function readRecords(
	client: Client,
	request: Request,
): Promise<Omit<CompleteList<WireRecord>, 'results'> & { records: WireRecord[] }> {
	const { results, ...list } = await readCompleteList(client, { ...request, convert: (record) => [record] });
	return { ...list, records: results };
}
