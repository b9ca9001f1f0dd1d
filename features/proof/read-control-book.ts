import type { SendRequest } from '#components/data/queries/use-each-issuer';
import type { ResponseFor } from '#lib/contract/index';
import { exact } from '#lib/format/exact-shares';

type Page = ResponseFor<'GetControlBook'>;

export type BookEntry = {
  id: string;
  effective: string;
  className: string;
  kind: string;
  number: string;
  transaction: number | null;
  credited: bigint | null;
  debited: bigint | null;
  treasury: bigint | null;
  reserved: bigint | null;
  authorized: bigint | null;
  authority: string;
  note: string;
};

export type WholeControlBook = { classes: Page['classes']; entries: readonly BookEntry[] };

const rowsPerPage = 1000;
/** Above this a period is too long for a page; its file has no limit. */
const entriesMax = 20_000;

const types: Readonly<Record<string, string>> = {
  N: 'New issuance',
  T: 'Transfer',
  C: 'Conversion',
  R: 'Retirement',
  F: 'Forward split',
  V: 'Reverse split',
  D: 'Stock dividend',
};

/** The control book of a period, page by page. */
export async function readControlBook(
  request: SendRequest,
  issuer: number,
  from: string,
  to: string,
): Promise<WholeControlBook> {
  const entries: BookEntry[] = [];
  for (;;) {
    const page: Page = await request('GetControlBook', {
      customerIssuerId: issuer,
      startDate: from,
      endDate: to,
      start: entries.length,
      numberOfRows: rowsPerPage,
    });
    entries.push(...page.entries.map(entryOf));
    const total = Math.min(Number(page.totalRecords), entriesMax);
    if (page.entries.length === 0 || entries.length >= total) return { classes: page.classes, entries };
  }
}

const entryOf = (row: Page['entries'][number]): BookEntry => ({
  id: `${row.controlEntryId}`,
  effective: row.effectiveDate,
  className: row.security,
  kind: [types[row.kind] ?? row.kind, row.subKind].filter(Boolean).join(', '),
  number: row.transactionId === null ? '' : `${row.transactionId}`,
  transaction: row.controlTransactionId,
  credited: exact(row.creditedShares),
  debited: exact(row.debitedShares),
  treasury: exact(row.treasuryDelta),
  reserved: exact(row.reservedDelta),
  authorized: exact(row.authorizedDelta),
  authority: row.authority,
  note: row.note,
});
