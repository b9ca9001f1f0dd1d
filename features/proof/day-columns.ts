import { type Column, columns } from '#components/table/columns';
import { quantity } from '#lib/register/quantity';
import type { DayLine } from './control-book.ts';

type Pick = (line: DayLine) => bigint | null;

const amount = (id: string, header: string, pick: Pick, help: string): Column<DayLine> =>
  columns.shares(id, header, pick, {
    help,
    cell: (line) => quantity(pick(line), line.dollars),
    sheet: (line) => (line.dollars ? 'dollars' : 'shares'),
  });

/** Debits and credits by day as in a control book, with the resulting balance. */
export const dayColumns: readonly Column<DayLine>[] = [
  columns.date('day', 'Effective', (line) => line.day),
  columns.text('class', 'Class', (line) => line.className, { widthPx: 200 }),
  columns.shares('transactions', 'Transactions', (line) => line.transactions, { widthPx: 120, total: 'sum' }),
  columns.text('types', 'Types', (line) => line.types, { widthPx: 220 }),
  amount('issued', 'Issued', (line) => line.issued, 'Shares of the certificates issued that day.'),
  amount('canceled', 'Canceled', (line) => line.canceled, 'Shares of the certificates canceled that day.'),
  amount('net', 'Net', (line) => line.net, 'Issued less canceled.'),
  amount('balance', 'Issued after', (line) => line.balance, 'Opening balance and every net up to that day.'),
];
