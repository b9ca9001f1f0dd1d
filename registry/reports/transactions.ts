import type { PoolClient } from 'pg';
import type { JournalSelection } from '../queries/journal.ts';
import type { Item, ReportDocument } from '../render/document.ts';
import { frameOf } from './frame.ts';
import { type JournalNames, journalFilters, journalTable } from './journal-columns.ts';
import { journalEntries } from './journal-entries.ts';
import { journalClasses, journalSums } from './journal-sums.ts';
import type { OrderFor } from './order.ts';

/** The register of completed transactions in a period, one line each (domain §9.11). */
export async function transactions(
  client: PoolClient,
  order: OrderFor<'GenerateTransactions'>,
): Promise<ReportDocument> {
  const { input, cutoff } = order;
  const from = order.from ?? cutoff;
  const { head, issuers } = await frameOf(client, order, journalFilters(input));
  const classes = await journalClasses(client, issuers, from, cutoff);
  const selection: JournalSelection = {
    issuerIds: order.issuerIds,
    dateBy: input.filterDateBy,
    from,
    to: cutoff,
    kind: input.transactionTypeCode ?? '',
  };
  const names: JournalNames = { classes, agent: head.agentName, issuerNames: new Map() };
  const table = journalTable('register', order.format === 'pdf');
  return {
    ...head,
    title: 'Transaction register',
    tables: [{ id: 'transactions', name: 'Transactions', columns: table.columns }],
    open: () => {
      const sums = journalSums(classes, selection);
      return { items: items(), closing: sums.closing };

      async function* items(): AsyncGenerator<Item> {
        for await (const entry of journalEntries(client, selection)) {
          sums.add(entry);
          yield { kind: 'row', cells: table.cells(entry, names) };
        }
      }
    },
  };
}
