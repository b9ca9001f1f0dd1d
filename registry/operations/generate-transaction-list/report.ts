import type { PoolClient } from 'pg';
import type { HolderWithAddress } from '#registry/queries/holder-records';
import type { JournalLine } from '#registry/queries/journal';
import type { Cell, Column, Item, ReportDocument } from '#registry/render/document';
import { certificateName, restrictionText } from '../parts/display-text.ts';
import { type JournalNames, journalTable } from '../parts/journal/columns.ts';
import { journalEntries } from '../parts/journal/entries.ts';
import { journalFrame } from '../parts/journal/frame.ts';
import { classIn, journalSums } from '../parts/journal/sums.ts';
import { shareCell, shares, text } from '../parts/report/columns.ts';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { anyIssuers, period } from '../parts/request/coverage.ts';

export const generateTransactionList: Report<'GenerateTransactionList'> = {
  name: 'TransactionList',
  covers: async (db, ctx, input) => ({
    ...period(ctx, input.startDate, input.endDate),
    ...(await anyIssuers(db, ctx, input.customerIssuerId)),
  }),
  document: transactionList,
};

const lineColumns: readonly Column[] = [
  text('Side', 9),
  text('Certificate', 12),
  text('Account', 12),
  text('Holder', 44),
  text('Class', 18),
  text('Restriction', 16),
  shares('Shares', 13),
];

/** The journal: completed transactions of a period with the certificates each canceled and issued. */
async function transactionList(
  client: PoolClient,
  order: OrderFor<'GenerateTransactionList'>,
): Promise<ReportDocument> {
  const { isAllIssuers } = order;
  const { head, issuers, classes, selection } = await journalFrame(client, order);
  const names: JournalNames = {
    classes,
    agent: head.agentName,
    issuerNames: new Map(issuers.map((issuer) => [issuer.id, `${issuer.customerId} ${issuer.name}`])),
  };
  const table = journalTable('journal', order.format === 'pdf', isAllIssuers);
  const numberAt = isAllIssuers ? 1 : 0;
  return {
    ...head,
    title: 'Transaction list',
    tables: [
      {
        id: 'transactions',
        name: 'Transactions',
        columns: table.columns,
        sub: {
          name: 'Certificates',
          columns: lineColumns,
          keys: [...(isAllIssuers ? [0] : []), numberAt, numberAt + 2, numberAt + 3],
        },
      },
    ],
    open: () => {
      const sums = journalSums(classes, selection);
      return { items: items(), closing: sums.closing };

      async function* items(): AsyncGenerator<Item> {
        for await (const entry of journalEntries(client, selection)) {
          sums.add(entry);
          yield { kind: 'row', cells: table.cells(entry, names) };
          for (const line of entry.lines) yield { kind: 'sub', cells: lineCells(line, names, entry.holders) };
        }
      }
    },
  };
}

function lineCells(
  line: JournalLine,
  { classes }: JournalNames,
  holders: ReadonlyMap<bigint, HolderWithAddress>,
): Cell[] {
  const holder = holders.get(line.holder_id)?.holder;
  const { ofClass } = classIn(classes, line.class_id);
  return [
    line.is_issued ? 'Issued' : 'Canceled',
    certificateName(line.prefix, line.number),
    holder?.customerId ?? '',
    `${holder?.name ?? ''}${line.is_treasury ? ' (treasury)' : ''}`,
    ofClass.name,
    restrictionText(line.restriction),
    shareCell(ofClass, line.shares),
  ];
}
