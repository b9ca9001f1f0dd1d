// Shows which run made a file, and whether the books have changed since.

'use client';

import { LaterTransactions } from '#components/register/later/later-transactions';
import { useClock } from '#components/ui/clock';
import { DefinitionList } from '#components/ui/definition-list';
import { Link } from '#components/ui/link';
import type { VerifiedFile } from '#lib/api/verify';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';

export type Known = {
  /** Names of the issuers that the user may see. */
  issuers: Readonly<Record<number, string>>;
  titles: Readonly<Record<string, string>>;
  /** The user may read transactions. */
  seesTransactions: boolean;
  today: string;
};

/** What a report is called; of one that is not offered any more the name of its operation. */
export const titleOf = (titles: Known['titles'], endpoint: string) =>
  titles[endpoint] ?? endpoint.replace(/^Generate/, '');

/** The day or period that the figures of a file are of. */
export const daysText = ({ from, asOf }: Pick<VerifiedFile, 'from' | 'asOf'>) => ({
  term: from ? 'Period' : 'As of',
  detail: from ? `${formatDate(from)} to ${formatDate(asOf)}` : formatDate(asOf),
});

/** Which run made a file, and whether the books have changed since. */
export function MadeHere({ file, issuers, titles, seesTransactions, today }: Known & { file: VerifiedFile }) {
  const clock = useClock();
  const { issuer, asOf } = file;
  const title = titleOf(titles, file.endpoint);
  return (
    <>
      <DefinitionList
        className="mt-2 text-sm"
        items={[
          {
            term: 'Report',
            detail: file.run ? <Link href={routes.run(file.run, issuer)}>{title}</Link> : title,
          },
          {
            term: 'Issuer',
            detail: issuer === null ? 'All issuers' : `${issuers[issuer] ?? 'Issuer'} (${issuer})`,
          },
          daysText(file),
          { term: 'Created', detail: `${clock.instant(file.createdAt)}, by ${file.createdBy}` },
          { term: 'Name then', detail: file.fileName ?? '–' },
        ]}
      />
      {issuer !== null && seesTransactions && (
        <LaterTransactions issuer={issuer} asOf={asOf} createdOn={file.createdOn} today={today} />
      )}
      {issuer !== null && !seesTransactions && (
        <p className="mt-1 text-sm text-muted">
          Your role does not read transactions, so whether the books have changed since is not shown.
        </p>
      )}
    </>
  );
}
