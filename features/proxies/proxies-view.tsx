'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { QueryResult } from '#components/data/query-result';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { PrintedAs } from '#components/register/printed-as';
import { SourceNote } from '#components/register/source-note';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { EmptyState } from '#components/ui/states';
import { PageHeader, Section } from '#components/ui/text';
import { proxyListQuery } from '#lib/api/register-queries';
import { formatDate } from '#lib/format/dates';
import { type Meeting, meetingsOf, sortMeetings } from '#lib/register/meetings/meetings';
import { routes } from '#lib/routes';
import { MeetingCard } from './meeting-card.tsx';
import type { ProxiesProps } from './types.ts';

const MeetingTable = lazyComponent(
  () => import('./meeting-table.tsx').then((part) => part.MeetingTable),
  <LoadingPlaceholder text="Loading meetings…" lines={6} />,
);

const TurnoutChart = lazyComponent(
  () => import('./turnout-chart.tsx').then((part) => part.TurnoutChart),
  <LoadingPlaceholder text="Loading turnout chart…" lines={8} />,
  'when drawn',
);

/** Meetings: quorum of the next one, and results of past ones. */
export function ProxiesView(props: ProxiesProps) {
  const { issuer, name, asof, today } = props;
  const query = proxyListQuery(issuer);
  const result = useQuery(query);
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`Current, ${formatDate(today)}`} today={today} />
      <PageHeader kicker={name} title="Proxies" />
      <SourceNote mark={<CurrentOnlyLabel past={asof !== null} today={today} />}>
        Current meetings and votes. Votes on each proposal are in the proxy details report only.
      </SourceNote>
      <QueryResult result={result} queryKey={query.queryKey} waiting="Loading meetings…" lines={10}>
        {(response) => <Meetings {...props} response={response} />}
      </QueryResult>
    </>
  );
}

function Meetings({ response, ...props }: ProxiesProps & { response: unknown }) {
  const { issuer, today } = props;
  const { ahead, past } = useMemo(() => sortMeetings(meetingsOf(response), today), [response, today]);
  if (ahead.length + past.length === 0) {
    return (
      <EmptyState
        title="No meetings"
        action={<LinkButton href={routes.holders(issuer)}>View current holders</LinkButton>}
      >
        No meetings are recorded for this issuer. A meeting is listed when the agent sets its record date.
      </EmptyState>
    );
  }
  return (
    <>
      {ahead.length === 0 ? (
        <p className="mb-6">No meeting scheduled. Past meetings are listed below.</p>
      ) : (
        <ul className="grid gap-5">
          {ahead.map((one) => (
            <li key={one.key}>
              <MeetingCard meeting={one} {...props} />
            </li>
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <Section title="Past meetings">
          <MeetingTable meetings={past} {...props} />
        </Section>
      )}
      {counted(past).length > 2 && (
        <div className="mt-8">
          <TurnoutChart meetings={counted(past)} />
        </div>
      )}
    </>
  );
}

/** Meetings with voting figures. The chart needs at least three. */
const counted = (meetings: readonly Meeting[]) =>
  meetings.filter(
    ({ entitled, voted }) => entitled !== null && entitled > 0n && voted !== null && voted > 0n,
  );
