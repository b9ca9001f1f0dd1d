'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { QueryResult } from '#components/data/query-result';
import { Badge } from '#components/ui/badge';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { query } from '#lib/api/query';
import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { agencyText } from './agency-text.ts';

const RecordDialog = lazyComponent(
  () => import('./record-dialog.tsx').then((part) => part.RecordDialog),
  null,
  'when drawn',
);

type SentReport = ResponseFor<'GetSentReports'>['sentReports'][number];

/** The latest ones; the total says so if there are more. */
const rowsMax = 200;

type Props = {
  /** Null: those to the agency and to every issuer. */
  issuer: number | null;
  today: string;
};

/** Reports that the agent sent about its books, with the digest of each file, and a form to record another. */
export function SentReports({ issuer, today }: Props) {
  const operations = useAgentOperations();
  const client = useQueryClient();
  const clock = useClock();
  const [isRecording, setRecording] = useState(false);
  const requested = query('GetSentReports', { customerIssuerId: issuer, start: 0, numberOfRows: rowsMax });
  const result = useQuery(requested);
  return (
    <Section
      title="Reports sent"
      aside={
        operations.has('RecordSentReport') && (
          <Button size="sm" className="print:hidden" onClick={() => setRecording(true)}>
            {issuer === null ? 'Record report to the agency' : 'Record report to the issuer'}
          </Button>
        )
      }
    >
      <QueryResult
        result={result}
        queryKey={requested.queryKey}
        waiting="Loading reports that were sent…"
        lines={3}
      >
        {({ sentReports, totalRecords, agencyReport }) => (
          <>
            {agencyReport && <p className="mb-3 max-w-3xl text-sm">{agencyText(agencyReport)}</p>}
            {sentReports.length === 0 ? (
              <EmptyState title="No reports sent">
                {issuer === null
                  ? 'None to the agency or to an issuer is recorded.'
                  : 'None to this issuer is recorded. The control book of a month end says whether one is due.'}
              </EmptyState>
            ) : (
              <>
                <PlainTable
                  filled
                  label="Reports sent"
                  tableClasses="min-w-[56rem]"
                  columns={columns(issuer === null, clock.instant)}
                  rows={sentReports}
                  rowId={(one) => `${one.sentReportId}`}
                />
                {Number(totalRecords) > sentReports.length && (
                  <p className="mt-1 text-sm text-muted">
                    The latest {formatShares(sentReports.length)} of {formatShares(totalRecords)}.
                  </p>
                )}
              </>
            )}
          </>
        )}
      </QueryResult>
      {isRecording && (
        <RecordDialog
          issuer={issuer}
          today={today}
          onClose={(changed) => {
            setRecording(false);
            if (changed) void client.refetchQueries({ queryKey: requested.queryKey });
          }}
        />
      )}
    </Section>
  );
}

const columns = (
  withRecipient: boolean,
  instant: (iso: string) => string,
): readonly PlainColumn<SentReport>[] => [
  {
    head: 'Report',
    cell: (one) => (
      <span className="block max-w-md max-sm:max-w-52">
        {one.kind}
        {withRecipient && (
          <span className="text-muted">
            {' '}
            · {one.recipient === 'Agency' ? 'to the agency' : one.issuerName}
          </span>
        )}
        {one.note && <span className="block text-sm text-muted">{one.note}</span>}
      </span>
    ),
  },
  { head: 'Period ends', cell: (one) => formatDate(one.periodEnd) },
  { head: 'Due', cell: (one) => (one.dueOn === null ? 'At once' : formatDate(one.dueOn)) },
  {
    head: 'Sent',
    cell: (one) => (
      <>
        {formatDate(one.sentOn)}{' '}
        {one.dueOn !== null && one.sentOn > one.dueOn && <Badge tone="danger">Late</Badge>}
        <span className="block max-w-xs text-sm whitespace-normal">{one.sentTo}</span>
      </>
    ),
  },
  {
    head: 'File',
    cell: (one) => (
      <span className="ml-auto block max-w-sm whitespace-normal">
        <span className="break-words">{one.fileName}</span>
        <span className="block font-mono text-xs break-all text-muted">{one.sha256}</span>
      </span>
    ),
  },
  {
    head: 'Recorded',
    cell: (one) => (
      <>
        {instant(one.recordedAt)}
        <span className="block text-xs text-muted">{one.recordedBy}</span>
      </>
    ),
  },
];
