import { type Column, columns } from '#components/table/columns';
import { quantity, signedQuantity } from '#lib/register/quantity';
import { transactionText } from '#lib/register/transactions/transaction-text';
import { routes } from '#lib/routes';
import type { Movement } from '../movements.ts';

/**
 * Newest first. The balance is that of the line's class; the class column starts hidden where there is only
 * one.
 */
export function movementColumns(
  issuer: number,
  asof: string | null,
  dollars: ReadonlySet<string>,
  oneClass: boolean,
): readonly Column<Movement>[] {
  return [
    columns.date<Movement>('effective', 'Effective', (row) => row.entry.effective),
    columns.link<Movement>(
      'transaction',
      'Transaction',
      (row) => row.entry.number,
      (row) => (row.entry.id === null ? null : routes.transaction(issuer, row.entry.id, { asof })),
      { widthPx: 116 },
    ),
    columns.text<Movement>('class', 'Class', (row) => row.className, { widthPx: 176, hidden: oneClass }),
    columns.shares<Movement>('change', 'Change', (row) => row.change, {
      cell: (row) => signedQuantity(row.change, dollars.has(row.className)),
      help: 'Shares issued to this account less shares canceled.',
    }),
    columns.shares<Movement>('balance', 'Balance', (row) => row.balance, {
      cell: (row) => quantity(row.balance, dollars.has(row.className)),
      help: 'Shares of this class after the movement, starting from certificates outstanding before the period.',
    }),
    columns.text<Movement>('type', 'Type', (row) => row.entry.type, { widthPx: 128 }),
    columns.text<Movement>('what', 'Description', (row) => transactionText(row.entry, dollars), {
      widthPx: 420,
    }),
    columns.shares<Movement>('canceled', 'Canceled', (row) => row.canceled, { hidden: true }),
    columns.shares<Movement>('issued', 'Issued', (row) => row.issued, { hidden: true }),
    columns.date<Movement>('processed', 'Processed', (row) => row.entry.processed, { hidden: true }),
  ];
}
