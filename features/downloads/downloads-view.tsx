'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryResult } from '#components/data/query-result';
import { ScrollRegion } from '#components/data/scroll-region';
import { StaleResults } from '#components/data/stale-results';
import { PrintedAs } from '#components/register/printed-as';
import { ownerOf } from '#components/runs/about-run';
import { Button, LinkButton } from '#components/ui/button';
import { cn } from '#components/ui/cn';
import { EmptyState } from '#components/ui/states';
import { PageHeader } from '#components/ui/text';
import { ScheduleList } from '#features/schedules/index';
import { runsQuery } from '#lib/api/runs';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { Archives } from './archives.tsx';
import { RunFilters, useRunFilter } from './run-filters.tsx';
import { type KnownReport, RunLine, runCell } from './run-line.tsx';

type Props = {
  /** Reports the user may run again, by operation. */
  reports: Readonly<Record<string, KnownReport>>;
  /** Names by issuer id. */
  issuers: Readonly<Record<string, string>>;
  keepDays: number;
  today: string;
};

const pageRows = 50;
const rowsMax = 200;
const waiting = 'Loading your reports…';
// Actions come early, so that a narrow window still shows them.
const heads = ['Report', 'Status', 'Actions', 'Size', 'Requested', 'Available until'] as const;

/** The user's report runs, newest first. */
export function DownloadsView({ reports, issuers, keepDays, today }: Props) {
  const filter = useRunFilter({ reports });
  const [limit, setLimit] = useState(pageRows);
  const query = runsQuery({ ...filter, limit });
  const result = useQuery(query);
  const narrowed = filter.issuer !== null || filter.report !== null;
  return (
    <>
      <PrintedAs issuer="Downloads" asOf={`As of ${formatDate(today)}`} today={today} />
      <PageHeader
        title="Downloads"
        description={`Your reports. Files are kept for ${keepDays} days; requests and digests are kept.`}
        actions={
          <>
            <LinkButton href={routes.newBatch()}>Create several reports (ZIP)</LinkButton>
            <LinkButton href={routes.reports()}>Create report</LinkButton>
          </>
        }
      />
      <ScheduleList
        titleOf={(endpoint) => reports[endpoint]?.title ?? endpoint.replace(/^Generate/, '')}
        issuers={issuers}
      />
      <Archives />
      <RunFilters reports={reports} issuers={issuers} filter={filter} />
      <StaleResults former={result.isPlaceholderData} waiting={waiting}>
        <QueryResult result={result} queryKey={query.queryKey} waiting={waiting} lines={6}>
          {(runs) =>
            runs.length === 0 && narrowed ? (
              <EmptyState
                title="No matching reports"
                action={<LinkButton href={routes.downloads()}>Show all downloads</LinkButton>}
              >
                You have not requested this report.
              </EmptyState>
            ) : runs.length === 0 ? (
              <EmptyState
                title="No reports"
                action={
                  <LinkButton variant="primary" href={routes.reports()}>
                    Create report
                  </LinkButton>
                }
              >
                Reports that you create are listed on this page.
              </EmptyState>
            ) : (
              <>
                <ScrollRegion label="Downloads" className="border-y border-rule">
                  <table className="w-full border-collapse sm:min-w-[56rem] print:min-w-0">
                    <caption className="sr-only">Your reports, newest first</caption>
                    <thead>
                      <tr className="border-b border-rule bg-sunken text-left text-sm">
                        {heads.map((head) => (
                          <th
                            key={head}
                            scope="col"
                            className={cn(runCell, 'font-medium', head === 'Actions' && 'print:hidden')}
                          >
                            {head}
                          </th>
                        ))}
                      </tr>
                    </thead>
                    <tbody>
                      {runs.map((run) => (
                        <RunLine
                          key={run.id}
                          run={run}
                          report={reports[run.endpoint] ?? null}
                          owner={ownerOf(run, (issuer) => issuers[issuer])}
                          keepDays={keepDays}
                          today={today}
                        />
                      ))}
                    </tbody>
                  </table>
                </ScrollRegion>
                {runs.length === limit && limit < rowsMax && (
                  <Button className="mt-3" onClick={() => setLimit(Math.min(rowsMax, limit * 2))}>
                    Show more reports
                  </Button>
                )}
              </>
            )
          }
        </QueryResult>
      </StaleResults>
    </>
  );
}
