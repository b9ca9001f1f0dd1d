import { routes } from '#lib/routes';
import { type Column, columns } from '@/components/table/columns';
import { quantity } from '../../../../quantity.ts';
import { transactionWords } from '../../../../transaction-words.ts';
import type { EntryRow, LineRow, Side } from '../../../figures/journal-summary.ts';
import { restrictionWords } from '../../../figures/owners.ts';

const sideText = ({ className, shares }: Side, dollars: ReadonlySet<string>) =>
  className === null ? 'several classes' : className === '' ? '' : quantity(shares, dollars.has(className));

/** One line per transaction, the newest first. Shares of several classes are not added up (domain §9.2). */
export function entryColumns(
  issuer: number,
  asof: string | null,
  dollars: ReadonlySet<string>,
): readonly Column<EntryRow>[] {
  return [
    columns.date<EntryRow>('effective', 'Effective', (row) => row.entry.effective),
    columns.link<EntryRow>(
      'number',
      'Number',
      (row) => row.entry.number,
      ({ entry }) => (entry.id === null ? null : routes.transaction(issuer, entry.id, { asof })),
      { widthPx: 104 },
    ),
    columns.text<EntryRow>('what', 'What happened', (row) => transactionWords(row.entry, dollars), {
      widthPx: 460,
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
      help: 'Certificates canceled and issued.',
    }),
    columns.date<EntryRow>('processed', 'Processed', (row) => row.entry.processed, {
      help: 'The day it was posted; later than the effective day when it was posted late.',
    }),
    columns.text<EntryRow>('agent', 'Agent', (row) => row.entry.agent, { widthPx: 200, hidden: true }),
    columns.text<EntryRow>('invoice', 'Invoice', (row) => row.entry.invoice, { widthPx: 100, hidden: true }),
  ];
}

const sideWord = (row: LineRow) => (row.line.side === 'issued' ? 'Issued' : 'Canceled');

/** One line per certificate that was canceled or issued, in the order of the journal. */
export function lineColumns(
  issuer: number,
  asof: string | null,
  dollars: ReadonlySet<string>,
): readonly Column<LineRow>[] {
  return [
    columns.date<LineRow>('effective', 'Effective', (row) => row.entry.effective),
    columns.link<LineRow>(
      'transaction',
      'Transaction',
      (row) => row.entry.number,
      ({ entry }) => (entry.id === null ? null : routes.transaction(issuer, entry.id, { asof })),
      { widthPx: 112 },
    ),
    columns.text<LineRow>('type', 'Type', (row) => row.entry.type, { widthPx: 124 }),
    columns.badge<LineRow>('side', 'Side', sideWord, { Issued: 'positive' }, { widthPx: 92 }),
    columns.link<LineRow>(
      'certificate',
      'Certificate',
      (row) => row.line.number,
      ({ line }) =>
        line.certificate === null
          ? null
          : routes.certificate(issuer, line.certificate, { holder: line.account, asof }),
      { widthPx: 108 },
    ),
    columns.link<LineRow>(
      'holder',
      'Holder',
      (row) => row.line.name,
      ({ line }) => (line.account ? routes.holder(issuer, line.account, { asof }) : null),
      { widthPx: 280 },
    ),
    columns.text<LineRow>('class', 'Class', (row) => row.line.className, { widthPx: 140 }),
    columns.shares<LineRow>('shares', 'Shares', (row) => row.line.shares, {
      cell: (row) => quantity(row.line.shares, dollars.has(row.line.className)),
    }),
    columns.text<LineRow>('restriction', 'Restriction', (row) => restrictionWords(row.line.restriction), {
      widthPx: 140,
    }),
    columns.text<LineRow>('account', 'Account', (row) => row.line.account, { widthPx: 112, hidden: true }),
  ];
}
