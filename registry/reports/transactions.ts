import type { PoolClient } from 'pg';
import type { Item, ReportDocument } from '../render/document.ts';
import { type JournalNames, journalTable } from './journal-columns.ts';
import { journalEntries } from './journal-entries.ts';
import { journalFrame } from './journal-frame.ts';
import { journalSums } from './journal-sums.ts';
import type { OrderFor } from './order.ts';

/** The register of completed transactions in a period, one line each. */
export async function transactions(
  client: PoolClient,
  order: OrderFor<'GenerateTransactions'>,
): Promise<ReportDocument> {
  const { head, classes, selection } = await journalFrame(client, order);
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
