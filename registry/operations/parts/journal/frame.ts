// Reads what both journal reports have in common: header, classes and selection.

import type { PoolClient } from 'pg';
import type { JournalSelection } from '#registry/queries/journal';
import type { OrderFor } from '../report/order.ts';
import { type ReportHeader, reportHeader } from '../report/report-header.ts';
import { journalFilters } from './columns.ts';
import { type JournalClass, journalClasses } from './sums.ts';

export type JournalFrame = ReportHeader & {
  classes: ReadonlyMap<bigint, JournalClass>;
  selection: JournalSelection;
};

/** The common input of both journals: header data, the classes of the issuers, and the selection. */
export async function journalFrame(
  client: PoolClient,
  order: OrderFor<'GenerateTransactionList'> | OrderFor<'GenerateTransactions'>,
): Promise<JournalFrame> {
  const { input, cutoff, timeZone } = order;
  const from = order.from ?? cutoff;
  const frame = await reportHeader(client, order, journalFilters(input));
  return {
    ...frame,
    classes: await journalClasses(client, frame.issuers, from, cutoff),
    selection: {
      issuerIds: order.issuerIds,
      dateBy: input.filterDateBy,
      from,
      to: cutoff,
      kind: input.transactionTypeCode ?? '',
      timeZone,
    },
  };
}
