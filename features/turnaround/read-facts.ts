import { everyRow } from '#components/data/queries/every-row';
import { readTransactions } from '#components/data/queries/read-transactions';
import type { SendRequest } from '#lib/api/send-request';
import type { IssuerFacts } from './turnaround-facts.ts';

/** The turnaround of an issuer in a year, read page by page, and the status list for the names of the items. */
export async function readFacts(
  request: SendRequest,
  issuer: number,
  year: number,
  today: string,
): Promise<IssuerFacts> {
  const startDate = `${year}-01-01`;
  const last = `${year}-12-31`;
  const endDate = last < today ? last : today;
  const listed = readTransactions(request, { issuer, status: 'All', since: startDate, today });
  // Keeps an error of the list from being unhandled while the other pages are read.
  listed.catch(() => undefined);
  const { rows, last: page } = await everyRow({
    read: (part) => request('GetTurnaround', { customerIssuerId: issuer, startDate, endDate, ...part }),
    rowsOf: ({ items }) => items,
    keyOf: ({ controlTransactionId }) => controlTransactionId,
  });
  return { items: rows, months: page.months, listed: await listed };
}
