'use client';

import { useQuery } from '@tanstack/react-query';
import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { QueryResult } from '#components/data/query-result';
import { sizeText } from '#components/runs/run-labels';
import { Badge } from '#components/ui/badge';
import { formatInstant } from '#components/ui/instant';
import { Link } from '#components/ui/link';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { query } from '#lib/api/query';
import { formatShares } from '#lib/format/shares';
import { routes } from '#lib/routes';
import { formText, issuersText, listInput, standingOf, variantText } from './export-texts.ts';
import type { ExportRow } from './types.ts';

const listedEveryMs = 5_000;

/** Every export, the latest first. */
export function ExportList({ timeZone }: { timeZone: string }) {
  const requested = query('GetRegisterExports', listInput);
  const result = useQuery({
    ...requested,
    refetchInterval: ({ state }) => (state.data?.exports.some(({ work }) => work) ? listedEveryMs : false),
  });
  return (
    <Section title="Exports">
      <QueryResult result={result} queryKey={requested.queryKey} waiting="Loading exports…" lines={3}>
        {({ exports, totalRecords }) =>
          exports.length === 0 ? (
            <EmptyState title="No exports">
              None was created yet. Archives that were written on the command line are not listed.
            </EmptyState>
          ) : (
            <>
              <PlainTable
                filled
                label="Exports"
                tableClasses="min-w-[44rem]"
                columns={columnsIn(timeZone)}
                rows={exports}
                rowId={({ registerExportId }) => `${registerExportId}`}
              />
              {Number(totalRecords) > exports.length && (
                <p className="mt-1 text-sm text-muted">
                  The latest {formatShares(exports.length)} of {formatShares(totalRecords)}.
                </p>
              )}
            </>
          )
        }
      </QueryResult>
    </Section>
  );
}

const columnsIn = (timeZone: string): readonly PlainColumn<ExportRow>[] => [
  {
    head: 'Export',
    cell: ({ registerExportId, issuers, form, fileName }) => (
      <span className="block max-w-xs break-words">
        <Link href={routes.exports({ file: Number(registerExportId) })}>{issuersText(issuers)}</Link>
        <span className="block text-xs text-muted">{`${formText[form]} · ${fileName}`}</span>
      </span>
    ),
  },
  { head: 'Personal data', cell: ({ variant }) => variantText[variant] },
  { head: 'Size', cell: ({ state, bytes }) => (state === 'Complete' ? sizeText(Number(bytes)) : '–') },
  {
    head: 'Created',
    cell: ({ createdAt, createdBy }) => (
      <>
        {formatInstant(createdAt, timeZone)}
        <span className="block text-xs text-muted">{createdBy}</span>
      </>
    ),
  },
  {
    head: 'State',
    cell: (row) => {
      const { text, tone } = standingOf(row);
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
];
