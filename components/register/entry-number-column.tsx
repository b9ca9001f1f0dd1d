import type { BookEntry } from '#components/data/queries/read-control-book';
import { routes } from '#lib/routes';
import { type Column, columns } from '../table/columns.tsx';
import { Link } from '../ui/link.tsx';

/** The number of an entry's transaction, with a link where the entry has one. */
export const entryNumberColumn = (issuer: number): Column<BookEntry> =>
  columns.text('number', 'Transaction', (one) => one.number, {
    widthPx: 120,
    cell: ({ transaction, number }) =>
      transaction === null ? '–' : <Link href={routes.transaction(issuer, transaction)}>{number}</Link>,
  });
