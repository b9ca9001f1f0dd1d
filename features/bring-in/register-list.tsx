'use client';

import { useQuery } from '@tanstack/react-query';
import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { QueryResult } from '#components/data/query-result';
import { Badge } from '#components/ui/badge';
import { formatInstant } from '#components/ui/instant';
import { Link } from '#components/ui/link';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { query } from '#lib/api/query';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { routes } from '#lib/routes';
import { countsText, fileStateText, fileStateTones, wordsOf } from './model.ts';
import { listInputOf } from './queries.ts';
import type { FileKind, RegisterRow } from './types.ts';

const listedEveryMs = 5_000;

/** Every register that was uploaded, or posted on the command line, the latest first. */
export function RegisterList({ kind, timeZone }: { kind: FileKind; timeZone: string }) {
  const requested = query('GetRegisterFiles', listInputOf(kind));
  const { many, Many, none } = wordsOf(kind);
  const result = useQuery({
    ...requested,
    refetchInterval: ({ state }) => (state.data?.files.some(({ work }) => work) ? listedEveryMs : false),
  });
  return (
    <Section title={Many}>
      <QueryResult result={result} queryKey={requested.queryKey} waiting={`Loading ${many}…`} lines={3}>
        {({ files, totalRecords }) =>
          files.length === 0 ? (
            <EmptyState title={`No ${many}`}>{none}</EmptyState>
          ) : (
            <>
              <PlainTable
                filled
                label={Many}
                tableClasses="min-w-[52rem]"
                columns={columnsIn(kind, timeZone)}
                rows={files}
                rowId={({ registerFileId }) => `${registerFileId}`}
              />
              {Number(totalRecords) > files.length && (
                <p className="mt-1 text-sm text-muted">
                  The latest {formatShares(files.length)} of {formatShares(totalRecords)}.
                </p>
              )}
            </>
          )
        }
      </QueryResult>
    </Section>
  );
}

const columnsIn = (kind: FileKind, timeZone: string): readonly PlainColumn<RegisterRow>[] => [
  {
    head: wordsOf(kind).One,
    cell: ({ registerFileId, issuerName, customerIssuerId, name }) => (
      <span className="block max-w-xs break-words">
        <Link href={(kind === 'Bulk' ? routes.bulk : routes.bringIn)({ file: Number(registerFileId) })}>
          {issuerName ?? name}
        </Link>
        <span className="block text-xs text-muted">
          {[customerIssuerId === null ? '' : `Issuer ${customerIssuerId}`, issuerName === null ? '' : name]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    ),
  },
  ...(kind === 'Bulk'
    ? []
    : [
        {
          head: 'As of',
          cell: ({ asOf, source }: RegisterRow) => (
            <>
              {asOf === null ? '–' : formatDate(asOf)}
              {source !== null && (
                <span className="block max-w-xs break-words text-muted text-xs">{source}</span>
              )}
            </>
          ),
        },
      ]),
  { head: 'Findings', cell: ({ counts }) => countsText(counts) },
  {
    head: kind === 'Bulk' ? 'Uploaded' : 'Uploaded or posted',
    cell: ({ uploadedAt, uploadedBy }) => (
      <>
        {formatInstant(uploadedAt, timeZone)}
        <span className="block text-xs text-muted">{uploadedBy}</span>
      </>
    ),
  },
  {
    head: 'State',
    cell: ({ state, work }) => (
      <Badge tone={work ? 'accent' : fileStateTones[state]}>
        {work
          ? { pull: 'Being pulled', check: 'Being checked', post: 'Being posted', undo: 'Being taken back' }[
              work.kind
            ]
          : fileStateText[state]}
      </Badge>
    ),
  },
];
