'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sizeText } from '#components/register/run-labels';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { Link } from '#components/ui/link';
import { DefinitionList } from '#components/ui/text';
import { ApiError, isApiError } from '#lib/api/error';
import { type VerifiedFile, verifyDigest } from '#lib/api/verify';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { LaterTransactions } from './later-transactions.tsx';

export type Known = {
  /** Names of the issuers that the user may see. */
  issuers: Readonly<Record<number, string>>;
  titles: Readonly<Record<string, string>>;
  /** The user may read transactions. */
  seesTransactions: boolean;
  today: string;
};

type Checked = { sha256: string; file: VerifiedFile | null };

/** One file: its digest is computed, then looked up. */
export function FileResult({ id, file, ...known }: Known & { id: number; file: File }) {
  const client = useQueryClient();
  const [read, setRead] = useState(0);
  const queryKey = ['verify', id];
  const result = useQuery<Checked, ApiError>({
    queryKey,
    queryFn: async ({ signal }) => {
      const { digestOf } = await import('./digest.ts');
      const sha256 = await digestOf(file, signal, setRead).catch((error) => {
        if (signal.aborted || isApiError(error)) throw error;
        throw new ApiError('failed', {
          message: 'The file could not be read from your device. Choose it again.',
        });
      });
      return { sha256, ...(await verifyDigest(sha256, signal)) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { data, error, fetchStatus } = result;
  const again = (
    <Button size="sm" onClick={() => void result.refetch()}>
      Try again
    </Button>
  );
  return (
    <li className="border-b border-line py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-medium break-all">{file.name}</span>
        <span className="text-sm text-muted">{sizeText(file.size)}</span>
        {data && (
          <Badge tone={data.file ? 'accent' : 'danger'}>
            {data.file ? 'Created here' : 'Not recognized'}
          </Badge>
        )}
      </p>
      {!data && !error && (
        <p role="status" className="flex flex-wrap items-center gap-3 text-sm text-muted">
          {fetchStatus === 'fetching' ? (
            <>
              {read < file.size
                ? `Computing the digest… ${Math.floor((100 * read) / file.size)}%`
                : 'Looking up the digest…'}
              <Button size="sm" variant="quiet" onClick={() => void client.cancelQueries({ queryKey })}>
                Cancel
              </Button>
            </>
          ) : (
            <>Canceled. {again}</>
          )}
        </p>
      )}
      {error && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-danger">
          {error.message} {again}
        </p>
      )}
      {data?.file === null && (
        <p role="status" className="mt-1 max-w-prose text-sm">
          Altered, or not from here: no file with exactly these bytes was created here for an issuer that you
          may see.
        </p>
      )}
      {data?.file && <Facts file={data.file} {...known} />}
      {data && (
        <p className="mt-1 text-xs break-all text-muted">
          SHA-256 <span className="font-mono">{data.sha256}</span>
        </p>
      )}
    </li>
  );
}

function Facts({ file, issuers, titles, seesTransactions, today }: Known & { file: VerifiedFile }) {
  const clock = useClock();
  const { issuer, from, asOf } = file;
  const title = titles[file.endpoint] ?? file.endpoint.replace(/^Generate/, '');
  return (
    <>
      <DefinitionList
        className="mt-2 text-sm"
        items={[
          { term: 'Report', detail: file.run ? <Link href={routes.run(file.run)}>{title}</Link> : title },
          {
            term: 'Issuer',
            detail: issuer === null ? 'All issuers' : `${issuers[issuer] ?? 'Issuer'} (${issuer})`,
          },
          {
            term: from ? 'Period' : 'As of',
            detail: from ? `${formatDate(from)} to ${formatDate(asOf)}` : formatDate(asOf),
          },
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
