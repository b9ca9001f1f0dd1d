'use client';

import { useQuery } from '@tanstack/react-query';
import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { QueryResult } from '#components/data/query-result';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { PrintedAs } from '#components/register/printed-as';
import { Badge } from '#components/ui/badge';
import { LinkButton } from '#components/ui/button';
import { type Clock, useClock } from '#components/ui/clock';
import { Link } from '#components/ui/link';
import { EmptyState } from '#components/ui/states';
import { PageHeader, Section } from '#components/ui/text';
import { query } from '#lib/api/query';
import { requestKindTexts, requestStateTexts } from '#lib/contract/agent/request-texts';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { routes } from '#lib/routes';
import { type RequestRow, requestKinds, requestStateTones, requestsInput } from './model.ts';
import { NotOffered } from './not-offered.tsx';

type Props = {
  issuer: number;
  name: string;
  asof: string | null;
  today: string;
  /** The registry takes requests. */
  isOffered: boolean;
  maySend: boolean;
};

const listedEveryMs = 30_000;

/** The requests of an issuer, the latest first, and the ways to send a new one. */
export function RequestsView({ issuer, name, asof, today, isOffered, maySend }: Props) {
  const clock = useClock();
  const requested = query('GetRequests', requestsInput(issuer));
  const result = useQuery({ ...requested, enabled: isOffered, refetchInterval: listedEveryMs });
  if (!isOffered) return <NotOffered name={name} />;
  const ways =
    maySend &&
    requestKinds.map((kind, index) => (
      <LinkButton
        key={kind}
        href={routes.newRequest(issuer, { kind })}
        variant={index === 0 ? 'primary' : undefined}
      >
        {newText[kind]}
      </LinkButton>
    ));
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`Current, ${formatDate(today)}`} today={today} />
      <PageHeader
        kicker={name}
        title="Requests"
        description="What you ask your transfer agent for, and how far it is."
        actions={ways}
      />
      <Section
        title="All requests"
        aside={<CurrentOnlyLabel past={asof !== null} today={today} />}
        className="mt-0"
      >
        <QueryResult result={result} queryKey={requested.queryKey} waiting="Loading requests…" lines={6}>
          {({ requests, totalRecords }) =>
            requests.length === 0 ? (
              <EmptyState title="No requests">
                {maySend
                  ? 'Nothing was asked for yet. A request goes to the work queue of your transfer agent at once.'
                  : 'The officers of this issuer have sent no requests.'}
              </EmptyState>
            ) : (
              <>
                <PlainTable
                  filled
                  label="Requests"
                  columns={columnsOf(issuer, clock)}
                  rows={requests}
                  rowId={({ itemId }) => `${itemId}`}
                />
                {Number(totalRecords) > requests.length && (
                  <p className="mt-1 text-sm text-muted">
                    The latest {formatShares(requests.length)} of {formatShares(totalRecords)}.
                  </p>
                )}
              </>
            )
          }
        </QueryResult>
      </Section>
    </>
  );
}

const newText = {
  Issuance: 'Request an issuance',
  HolderList: 'Request a list',
  ContactChange: 'Change a contact',
} as const;

const columnsOf = (issuer: number, clock: Clock): readonly PlainColumn<RequestRow>[] => [
  {
    head: 'Request',
    cell: ({ itemId, about, kind, waitingFor, sentAt }) => (
      <span className="block max-w-md break-words">
        <Link href={routes.request(issuer, itemId)}>{about || requestKindTexts[kind]}</Link>
        <span className="block text-xs text-muted">
          {waitingFor ?? requestKindTexts[kind]}
          <span className="sm:hidden"> · {formatDate(clock.day(sentAt))}</span>
        </span>
      </span>
    ),
  },
  {
    head: 'State',
    cell: ({ state }) => <Badge tone={requestStateTones[state]}>{requestStateTexts[state]}</Badge>,
  },
  {
    head: 'Sent',
    cell: ({ sentAt, sentBy }) => (
      <>
        {formatDate(clock.day(sentAt))}
        <span className="block text-xs text-muted">{sentBy}</span>
      </>
    ),
    className: 'max-sm:hidden',
  },
  {
    head: 'Ended',
    cell: ({ endedAt }) => (endedAt ? formatDate(clock.day(endedAt)) : '–'),
    className: 'max-sm:hidden',
  },
];
