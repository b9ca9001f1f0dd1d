import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { notReported } from '#components/register/not-reported';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { formatDate } from '#lib/format/dates';
import { quantity, signedQuantity } from '#lib/register/quantity';
import type { ClassRollForward } from './control-book.ts';

type BooksProps = { books: readonly ClassRollForward[]; before: string; to: string };

const name: PlainColumn<ClassRollForward> = { head: 'Class', cell: (one) => one.className };

/** Opening, issued, canceled and closing of each class. */
export const ClassRollForwards = ({ books, before, to }: BooksProps) => (
  <PlainTable
    filled
    label="Classes over the period"
    tableClasses="min-w-[40rem]"
    columns={[
      name,
      { head: `Issued ${formatDate(before)}`, cell: (one) => quantity(one.opening, one.dollars) },
      { head: 'Issued', cell: (one) => quantity(one.issued, one.dollars) },
      { head: 'Canceled', cell: (one) => quantity(one.canceled, one.dollars) },
      { head: 'Net', cell: (one) => signedQuantity(one.net, one.dollars) },
      { head: `Issued ${formatDate(to)}`, cell: (one) => quantity(one.closing, one.dollars) },
    ]}
    rows={books}
    rowId={(one) => one.className}
  />
);

const unknown = ({ difference }: ClassRollForward) => (difference ? notReported : '–');

const differences: readonly PlainColumn<ClassRollForward>[] = [
  name,
  { head: 'Outstanding (balance)', cell: (one) => quantity(one.outstanding, one.dollars) },
  { head: 'Master securityholder file', cell: (one) => quantity(one.held, one.dollars) },
  {
    head: 'Difference',
    cell: ({ difference, dollars }) =>
      difference === null ? (
        '–'
      ) : difference === 0n ? (
        '0'
      ) : (
        <Badge tone="danger">{signedQuantity(difference, dollars)}</Badge>
      ),
  },
  { head: 'First seen', cell: unknown, className: () => 'text-muted' },
  { head: 'Age', cell: unknown, className: () => 'text-muted' },
];

type Holder = { books: readonly ClassRollForward[]; state: 'read' | 'reading' | string; onRetry: () => void };

/**
 * Balance against the master securityholder file. The registry's own record differences are only in the control
 * book file.
 */
export function BalanceGaps({ books, state, onRetry }: Holder) {
  const differing = books.filter(({ difference }) => difference !== null && difference !== 0n);
  return (
    <>
      <PlainTable
        filled
        label="Balance and master securityholder file"
        tableClasses="min-w-[40rem]"
        columns={differences}
        rows={books}
        rowId={(one) => one.className}
      />
      <p
        role="status"
        className="mt-2 flex max-w-prose flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted"
      >
        {state === 'reading' && 'Loading master securityholder file…'}
        {state !== 'read' && state !== 'reading' && (
          <>
            The master securityholder file could not be loaded: {state}
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          </>
        )}
      </p>
      <p className="mt-1 max-w-prose text-sm text-muted">
        {differing.length > 0
          ? 'The start date and age of these differences are only in the control book. '
          : ''}
        Both figures above are derived from the same certificates. Recorded differences, with date, cause and
        age against 30 days, are only in the control book.
      </p>
    </>
  );
}
