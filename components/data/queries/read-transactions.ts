// Reads every transaction of an issuer with a given status, page by page.

import type { SendRequest } from '#lib/api/send-request';
import { isDate } from '#lib/format/dates';
import { type StatusRow, statusRow } from '#lib/register/transactions/status';

type Requested = {
  issuer: number;
  status: 'All' | 'Pending' | 'Completed' | 'Rejected' | 'Canceled';
  /** Letter of the type; all types when missing. */
  type?: 'T' | 'C' | 'R';
  /** Only items received on this day or later; all when missing. */
  since?: string;
  today: string;
};

const rowsPerPage = 1000;

/**
 * The status list of one issuer, latest received first, read page by page; advances by the rows received. With
 * `since`, reading ends at the first older row, but only while the rows are in that order: a registry may
 * support other orders only. A row that moved between pages is taken once.
 */
export async function readTransactions(
  request: SendRequest,
  { issuer, status, type, since, today }: Requested,
): Promise<StatusRow[]> {
  const rows = new Map<string, StatusRow>();
  let ordered = true;
  let latest = '';
  for (let start = 0; ; ) {
    const page = await request('GetTAStatusTransactions', {
      customerIssuerId: issuer,
      filterTransactionType: type ?? 'All',
      transactionStatus: status,
      orderBy: 'Descending',
      sortBy: 'ReceivedDate',
      start,
      numberOfRows: rowsPerPage,
    });
    const received = Array.isArray(page.transactions) ? page.transactions : [];
    for (const [index, one] of received.entries()) {
      const plain = statusRow(one, today);
      const row = plain.key ? plain : { ...plain, key: `row ${start + index}` };
      if (!isDate(row.received) || (latest && row.received > latest)) ordered = false;
      latest = row.received;
      rows.set(row.key, row);
    }
    start += received.length;
    const past = since !== undefined && ordered && latest < since;
    if (received.length === 0 || past || !(start < Number(page.totalRecords))) break;
  }
  const all = [...rows.values()];
  return since === undefined ? all : all.filter((row) => !isDate(row.received) || row.received >= since);
}
