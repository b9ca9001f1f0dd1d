import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { notReported } from '#components/register/not-reported';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import { quantity } from '#lib/register/quantity';
import type { HoldingLine } from '../profile.ts';

type Line = Pick<HoldingLine, 'className' | 'shares' | 'outstanding' | 'certificates' | 'dollars'> &
  Partial<HoldingLine>;

const always: readonly PlainColumn<Line>[] = [
  { head: 'Class', cell: (line) => line.className },
  { head: 'Shares', cell: (line) => quantity(line.shares, line.dollars), className: 'font-medium' },
  {
    head: '% of outstanding',
    cell: ({ shares, outstanding }) =>
      shares !== null && outstanding ? formatPercent(shares, outstanding) : '–',
  },
  {
    head: 'Certificates',
    cell: ({ certificates }) => (certificates === null ? '–' : formatShares(certificates)),
  },
];

const bookEntryText = (value?: boolean | null) =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : notReported;

const full: readonly PlainColumn<Line>[] = [
  ...always,
  { head: 'Restricted', cell: (line) => quantity(line.restricted ?? null, line.dollars) },
  {
    head: 'Stopped',
    cell: (line) => quantity(line.stopped ?? null, line.dollars),
    className: (line) => Boolean(line.stopped) && 'text-danger',
  },
  { head: 'Book entry', cell: (line) => bookEntryText(line.bookEntry) },
];

/** Holdings of one account, a line per class; classes are never added up. */
export const HoldingTable = ({ label, lines }: { label: string; lines: readonly Line[] }) => (
  <PlainTable
    label={label}
    caption={label}
    columns={lines.some((line) => line.restricted !== undefined) ? full : always}
    rows={lines}
    rowId={(line) => line.className}
  />
);
