'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useAgentOperations } from '#components/data/agent-operations';
import { QueryResult } from '#components/data/query-result';
import { Link } from '#components/ui/link';
import { EmptyState } from '#components/ui/states';
import { PageHeader, Section } from '#components/ui/text';
import { query } from '#lib/api/query';
import { formatShares } from '#lib/format/shares';
import { unreadPositions } from '#lib/proof/depository/facts';
import { readIssuer, routes } from '#lib/routes';
import { FileList } from './file-list.tsx';
import { FileMatches } from './file-matches.tsx';
import { ImportFile } from './import-file.tsx';

/** Files of one request; earlier ones are reached by their number. */
const listInput = { start: 0, numberOfRows: 100 };

/** Position files, the latest first, and one of them against the nominee's balances of its day. */
export function DepositoryView({ timeZone }: { timeZone: string }) {
  const operations = useAgentOperations();
  const chosen = readIssuer(useSearchParams().get('file') ?? '');
  const isOffered = operations.has('GetPositionFiles');
  const requested = query('GetPositionFiles', listInput);
  const result = useQuery({ ...requested, enabled: isOffered });
  return (
    <>
      <PageHeader
        kicker="All issuers"
        title="Depository position"
        description="The depository’s positions compared to the nominee’s balances at the close of a day, class by class."
        actions={<Link href={routes.proof()}>Proof</Link>}
      />
      {isOffered ? (
        <>
          {operations.has('ImportPositionFile') && <ImportFile />}
          <QueryResult
            result={result}
            queryKey={requested.queryKey}
            waiting="Loading position files…"
            lines={6}
          >
            {({ files, totalRecords }) => {
              const shown = chosen ?? (files[0] && Number(files[0].positionFileId));
              return files.length === 0 || shown === undefined ? (
                <EmptyState title="No position files">
                  None was imported yet. Verdicts say that the depository’s position is not compared.
                </EmptyState>
              ) : (
                <>
                  <FileMatches key={shown} file={shown} timeZone={timeZone} />
                  <Section title="Position files">
                    <FileList files={files} shown={shown} timeZone={timeZone} />
                    {Number(totalRecords) > files.length && (
                      <p className="mt-1 text-sm text-muted">
                        The latest {formatShares(files.length)} of {formatShares(totalRecords)}.
                      </p>
                    )}
                  </Section>
                </>
              );
            }}
          </QueryResult>
        </>
      ) : (
        <EmptyState title="Not provable with this registry">
          {unreadPositions} Verdicts do not include the depository’s position.
        </EmptyState>
      )}
    </>
  );
}
