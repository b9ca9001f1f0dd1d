// Page of rejections, where the registry lists them with their reasons.

'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { IssuerLoadStatus } from '#components/data/issuer-load-status';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { useEachIssuer } from '#components/data/queries/use-each-issuer';
import { FilterChips } from '#components/register/filter-chips';
import { FilterSheet } from '#components/register/filter-sheet';
import type { Listed } from '#components/register/issuer-choice';
import { IssuerFilter } from '#components/register/issuer-filter';
import { PeriodBar } from '#components/register/period-bar';
import { PrintedAs } from '#components/register/printed-as';
import { SourceNote } from '#components/register/source-note';
import { putParam } from '#components/ui/browser/address-params';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { Stat, StatRow } from '#components/ui/figures';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { PageHeader } from '#components/ui/text';
import type { SendRequest } from '#lib/api/send-request';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { turnaroundDays } from '#lib/register/transactions/status';
import { routes } from '#lib/routes';
import { readRejections } from './read-rejections.ts';
import {
  kindLabel,
  kindsOf,
  type RejectionSummary,
  reasonsOf,
  rejectionOf,
  summaryOf,
} from './rejection-facts.ts';
import { defaultDays, defaultPeriod, periodOf } from './rejection-period.ts';

const waiting = <LoadingPlaceholder text="Loading rejections…" lines={12} />;

const RejectionFactsTable = lazyComponent(
  () => import('./rejection-facts-table.tsx').then((part) => part.RejectionFactsTable),
  waiting,
);

/** The rejection lists of the registry's report, by kind. */
const lists: Readonly<Record<string, string>> = { DTC: 'DTCRejection', Medallion: 'MedallionRejection' };

/** Rejections of all issuers by day of rejection, with reason, presentor and notice. */
export function RejectionFactsView({ issuers, today }: { issuers: readonly Listed[]; today: string }) {
  const params = useSearchParams();
  const period = periodOf(params.get('from'), params.get('to'), today);
  const { from, to } = period;
  const issuer =
    issuers.find(({ customerIssuerId }) => `${customerIssuerId}` === params.get('issuer')) ?? null;
  const read = useEachIssuer(
    issuers,
    `rejection facts ${from} ${to}`,
    useCallback(
      ({ customerIssuerId }: Listed, request: SendRequest) =>
        readRejections(request, customerIssuerId, { from, to }),
      [from, to],
    ),
  );
  const seen = read.parts.map(({ readAt }) => readAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts are new objects at every render, their times are not
  const loaded = useMemo(() => read.parts.flatMap(({ data }) => (data ?? []).map(rejectionOf)), [seen]);
  const some = read.parts.some(({ data }) => data !== undefined);
  const ofIssuer = useMemo(
    () => (issuer ? loaded.filter((row) => row.issuer === issuer.customerIssuerId) : loaded),
    [loaded, issuer],
  );
  const kind = params.get('kind');
  const ofKind = useMemo(
    () => (kind ? ofIssuer.filter((row) => row.kind === kind) : ofIssuer),
    [ofIssuer, kind],
  );
  const reason = params.get('reason');
  const rows = useMemo(
    () => (reason ? ofKind.filter((row) => row.code === reason) : ofKind),
    [ofKind, reason],
  );
  const reasons = reasonsOf(ofKind);
  const text = `${formatDate(from)} to ${formatDate(to)}`;
  const named = issuer ? `${issuer.name} (${issuer.customerIssuerId})` : 'All issuers';
  return (
    <>
      <PrintedAs issuer={named} asOf={`Rejected ${text}`} today={today} />
      <PageHeader
        kicker={`${issuer ? issuer.name : 'All issuers'} · ${text}`}
        title="Rejections"
        description="Items by date of rejection, each with its reason, its presentor and the notice sent."
        actions={
          <LinkButton
            icon="file"
            href={routes.newReport('rejection-list', {
              issuer: issuer ? issuer.customerIssuerId : 'all',
              from,
              to,
              type: (kind && lists[kind]) ?? 'MasterRejection',
            })}
          >
            Create rejection list
          </LinkButton>
        }
      />
      <FilterSheet chosen={`${text}, ${issuer?.name ?? 'all issuers'}, ${reason ?? 'all reasons'}`}>
        <PeriodBar
          period={period}
          today={today}
          more={[{ label: `Last ${defaultDays} days`, ...defaultPeriod(today) }]}
        />
        <IssuerFilter issuers={issuers} issuer={issuer} />
        <Field label="Reason" className="w-72 max-sm:w-full">
          <Select
            value={reason ?? ''}
            onChange={(event) => putParam('reason', event.target.value || null)}
            options={[
              { value: '', label: 'All reasons' },
              ...reasons.map((one) => ({
                value: one.code,
                label: `${one.code} ${one.reason} (${formatShares(one.count)})`,
              })),
              ...(reason && !reasons.some(({ code }) => code === reason)
                ? [{ value: reason, label: `${reason} (0)` }]
                : []),
            ]}
          />
        </Field>
      </FilterSheet>
      <IssuerLoadStatus read={read} what="Rejections" />
      {!some && !read.settled && waiting}
      {some && (
        <>
          <Summary summary={summaryOf(rows)} />
          <div className="mt-4 mb-3">
            <FilterChips
              label="Kind"
              current={kind}
              onChoose={(value) => putParam('kind', value)}
              chips={[
                { value: null, label: 'All', count: ofIssuer.length },
                ...kindsOf(ofIssuer).map((value) => ({
                  value,
                  label: kindLabel(value),
                  count: ofIssuer.filter((row) => row.kind === value).length,
                })),
              ]}
            />
          </div>
          <SourceNote mark={null}>
            The rejection list, a file, has the kinds Depository and Medallion only.
          </SourceNote>
          <RejectionFactsTable
            rows={rows}
            all={loaded.length}
            settled={read.settled}
            about={[
              ['Rejected items of', named],
              ['Rejected', text],
              ...(kind ? [['Kind', kindLabel(kind)] as const] : []),
              ...(reason ? [['Reason', reason] as const] : []),
              ...(read.settled ? [] : [['Issuers', 'issuers loaded so far'] as const]),
            ]}
            fileName={`rejections_${issuer?.customerIssuerId ?? 'all'}_${from}_${to}`}
          />
        </>
      )}
    </>
  );
}

function Summary({ summary }: { summary: RejectionSummary }) {
  const { count, dated, onTime, slowest, withoutNotice, represented } = summary;
  return (
    <StatRow>
      <Stat primary label="Rejected" value={formatShares(count)} />
      <Stat
        label="On time"
        value={formatShares(onTime)}
        note={`Within ${turnaroundDays} business days of receipt, of ${formatShares(dated)}`}
      />
      <Stat
        label="Late"
        value={formatShares(dated - onTime)}
        tone={dated > onTime ? 'danger' : 'ink'}
        note={`More than ${turnaroundDays} business days`}
      />
      <Stat
        label="Slowest"
        value={slowest ? `${formatShares(slowest.days ?? 0)} business days` : '–'}
        note={slowest ? `${slowest.issuerName}, ${slowest.transactionNumber}` : undefined}
      />
      <Stat
        label="Without notice"
        value={formatShares(withoutNotice)}
        tone={withoutNotice > 0 ? 'danger' : 'ink'}
        note="No date of a notice recorded"
      />
      <Stat label="Presented again" value={formatShares(represented)} />
    </StatRow>
  );
}
