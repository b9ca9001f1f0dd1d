import { type Column, columns } from '#components/table/columns';
import { quantity } from '#lib/register/quantity';
import { transactionText } from '#lib/register/transactions/transaction-text';
import { routes } from '#lib/routes';
import type { EntryRow, Side } from './journal-summary.ts';

const sideText = ({ className, shares }: Side, dollars: ReadonlySet<string>) =>
  className === null ? 'Several classes' : className === '' ? '' : quantity(shares, dollars.has(className));

/** One line per transaction, newest first. Shares of several classes are not added up. */
export function entryColumns(
  issuer: number,
  asof: string | null,
  dollars: ReadonlySet<string>,
  zone: string,
): readonly Column<EntryRow>[] {
  return [
    columns.date<EntryRow>('effective', 'Effective', (row) => row.entry.effective, {
      card: 'note',
    }),
    columns.link<EntryRow>(
      'number',
      'Number',
      (row) => row.entry.number,
      ({ entry }) => (entry.id === null ? null : routes.transaction(issuer, entry.id, { asof })),
      { widthPx: 104, card: 'note' },
    ),
    columns.text<EntryRow>('what', 'Description', (row) => transactionText(row.entry, dollars), {
      widthPx: 460,
      card: 'title',
    }),
    columns.text<EntryRow>('type', 'Type', (row) => row.entry.type, { widthPx: 112 }),
    columns.shares<EntryRow>('canceled', 'Canceled', (row) => row.canceled.shares, {
      widthPx: 108,
      cell: (row) => sideText(row.canceled, dollars),
    }),
    columns.shares<EntryRow>('issued', 'Issued', (row) => row.issued.shares, {
      widthPx: 108,
      cell: (row) => sideText(row.issued, dollars),
    }),
    columns.shares<EntryRow>('lines', 'Lines', (row) => row.lines, {
      widthPx: 64,
      help: 'Number of certificates canceled and issued.',
    }),
    columns.date<EntryRow>('processed', 'Processed', (row) => row.entry.processed, {
      help: `Date the transaction was posted (${zone}). May be after the effective date.`,
    }),
    columns.text<EntryRow>('agent', 'Agent', (row) => row.entry.agent, { widthPx: 200, hidden: true }),
    columns.text<EntryRow>('invoice', 'Invoice', (row) => row.entry.invoice, { widthPx: 100, hidden: true }),
  ];
}
