import type { SendRequest } from '#lib/api/send-request';
import type { ResponseFor } from '#lib/contract/index';
import { exact } from '#lib/format/exact-shares';

type Page = ResponseFor<'GetControlBook'>;

export type BookEntry = {
  id: string;
  effective: string;
  className: string;
  kind: string;
  /** The letter of the transaction, or 'Reserve', 'Authorized'. */
  code: string;
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

/** `isWhole` false: the period has more entries than a page shows. */
export type WholeControlBook = {
  classes: Page['classes'];
  entries: readonly BookEntry[];
  isWhole: boolean;
};

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
    const all = Number(page.totalRecords);
    if (page.entries.length === 0 || entries.length >= Math.min(all, entriesMax))
      return { classes: page.classes, entries, isWhole: entries.length >= all };
  }
}

const entryOf = (row: Page['entries'][number]): BookEntry => ({
  id: `${row.controlEntryId}`,
  effective: row.effectiveDate,
  className: row.security,
  kind: [types[row.kind] ?? row.kind, row.subKind].filter(Boolean).join(', '),
  code: row.kind,
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
