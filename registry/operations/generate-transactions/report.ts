import type { PoolClient } from 'pg';
import type { Item, ReportDocument } from '#registry/render/document';
import { type JournalNames, journalTable } from '../parts/journal/columns.ts';
import { journalEntries } from '../parts/journal/entries.ts';
import { journalFrame } from '../parts/journal/frame.ts';
import { journalSums } from '../parts/journal/sums.ts';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { period } from '../parts/request/coverage.ts';
import { issuerInScope } from '../parts/request/scope.ts';

export const generateTransactions: Report<'GenerateTransactions'> = {
  name: 'Transactions',
  covers: async (db, ctx, input) => ({
    ...period(ctx, input.startDate, input.endDate),
    issuers: [await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId)],
  }),
  document: transactions,
};

/** The register of completed transactions in a period, one line each. */
async function transactions(
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
