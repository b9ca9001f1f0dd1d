'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { QueryResult } from '#components/data/query-result';
import { StaleResults } from '#components/data/stale-results';
import type { Listed } from '#components/register/issuer-choice';
import { PrintedAs } from '#components/register/printed-as';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button } from '#components/ui/button';
import { buttonClass } from '#components/ui/button-variant';
import { PageHeader } from '#components/ui/text';
import { addDays, formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { readPeriod } from '#lib/register/periods';
import { AuditFilters } from './audit-filters.tsx';
import { type AuditQuery, type AuditResponse, trailFile, trailQuery } from './audit-query.ts';
import { EntryPanel } from './entry-panel.tsx';
import { ProofPanel } from './proof-panel.tsx';

const AuditTable = lazyComponent(
  () => import('./audit-table.tsx').then((part) => part.AuditTable),
  <LoadingPlaceholder text="Loading audit trail…" lines={12} />,
);

const defaultDays = 30;
const pageRows = 500;
const rowsMax = 5_000;
const waiting = 'Loading audit trail…';
const usually = (today: string) => ({ from: addDays(today, 1 - defaultDays), to: today });

type Props = { issuers: readonly Listed[]; today: string; zone: string };

/** Who did what, when, from which IP address, and the result. The filters are in the address. */
export function AuditView({ issuers, today, zone }: Props) {
  const params = useSearchParams();
  const [limit, setLimit] = useState(pageRows);
  const period = readPeriod(params.get('from'), params.get('to'), today, usually(today));
  const given = (name: string) => params.get(name) ?? '';
  const query: AuditQuery = {
    ...period,
    person: given('person'),
    action: given('action'),
    outcome: given('outcome'),
    issuer: given('issuer'),
    object: given('object'),
  };
  const requested = trailQuery(query, limit);
  const result = useQuery(requested);
  const entry = params.get('entry');
  const words = `${formatDate(period.from)} to ${formatDate(period.to)}`;
  return (
    <>
      <PrintedAs issuer="Audit trail" asOf={`Recorded ${words}`} today={today} />
      <PageHeader
        kicker="Administration"
        title="Audit"
        description="All actions, done or refused, in the order they were recorded. Entries cannot be changed or deleted."
        actions={
          <>
            <a href={trailFile('csv', query)} download className={buttonClass()}>
              Download all as CSV
            </a>
            <a href={trailFile('xlsx', query)} download className={buttonClass()}>
              Download all as XLSX
            </a>
          </>
        }
      />
      <ProofPanel zone={zone} />
      <AuditFilters
        query={query}
        defaultPeriod={{ label: `Last ${defaultDays} days`, ...usually(today) }}
        issuers={issuers}
        choices={result.data?.choices ?? null}
        today={today}
      />
      {entry && (
        <EntryPanel
          seq={entry}
          known={result.data?.entries.find(({ seq }) => seq === entry)}
          issuers={issuers}
          zone={zone}
        />
      )}
      <StaleResults former={result.isPlaceholderData} waiting={waiting}>
        <QueryResult result={result} queryKey={requested.queryKey} waiting={waiting} lines={12}>
          {(response) => (
            <>
              <AuditTable response={response} issuers={issuers} words={words} />
              <More response={response} limit={limit} onMore={() => setLimit(Math.min(rowsMax, limit * 2))} />
            </>
          )}
        </QueryResult>
      </StaleResults>
    </>
  );
}

function More({ response, limit, onMore }: { response: AuditResponse; limit: number; onMore: () => void }) {
  const { entries, total, counted } = response;
  if (entries.length >= total) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-3 print:hidden">
      <span className="text-muted">
        The newest {formatShares(entries.length)} of {counted ? '' : 'more than '}
        {formatShares(total)} entries that fit; the files above hold all of them.
      </span>
      {limit < rowsMax && <Button onClick={onMore}>Show more</Button>}
    </p>
  );
}
