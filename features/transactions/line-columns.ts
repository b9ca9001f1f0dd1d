import { certificateOf, holderOf } from '#components/register/line-links';
import { type Column, columns } from '#components/table/columns';
import { type CertificateNumbers, lineNumber } from '#lib/register/numbers';
import { restrictionText } from '#lib/register/ownership/certificate-owners';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';
import type { LineRow } from './journal-summary.ts';

const sideLabel = (row: LineRow) => (row.line.side === 'issued' ? 'Issued' : 'Canceled');

/** One line per certificate that was canceled or issued, in the order of the journal. */
export function lineColumns(
  issuer: number,
  asof: string | null,
  dollars: ReadonlySet<string>,
  numbers: CertificateNumbers,
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
    columns.badge<LineRow>('side', 'Side', sideLabel, { Issued: 'positive' }, { widthPx: 92 }),
    columns.link<LineRow>(
      'certificate',
      'Certificate',
      (row) => lineNumber(row.line, numbers),
      ({ line }) => certificateOf(issuer, line, asof),
      { widthPx: 108 },
    ),
    columns.link<LineRow>(
      'holder',
      'Holder',
      (row) => row.line.name,
      ({ line }) => holderOf(issuer, line, asof),
      { widthPx: 280 },
    ),
    columns.text<LineRow>('class', 'Class', (row) => row.line.className, { widthPx: 140 }),
    columns.shares<LineRow>('shares', 'Shares', (row) => row.line.shares, {
      cell: (row) => quantity(row.line.shares, dollars.has(row.line.className)),
    }),
    columns.text<LineRow>('restriction', 'Restriction', (row) => restrictionText(row.line.restriction), {
      widthPx: 140,
    }),
    columns.text<LineRow>('account', 'Account', (row) => row.line.account, { widthPx: 112, hidden: true }),
  ];
}
