import type { BookEntry } from '#components/data/queries/read-control-book';
import { Link } from '#components/ui/link';
import { routes } from '#lib/routes';

/** The transaction of an entry, with its page where it has one. */
export const EntryNumber = ({ issuer, entry }: { issuer: number; entry: BookEntry }) =>
  entry.transaction === null ? (
    '–'
  ) : (
    <Link href={routes.transaction(issuer, entry.transaction)}>{entry.number}</Link>
  );
