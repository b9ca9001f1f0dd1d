// Page of rejections, where they come from the list of transactions by status.

'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { IssuerLoadStatus } from '#components/data/issuer-load-status';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { readTransactions } from '#components/data/queries/read-transactions';
import { useEachIssuer } from '#components/data/queries/use-each-issuer';
import { FilterSheet } from '#components/register/filter-sheet';
import type { Listed } from '#components/register/issuer-choice';
import { IssuerFilter } from '#components/register/issuer-filter';
import { PeriodBar } from '#components/register/period-bar';
import { PrintedAs } from '#components/register/printed-as';
import { SourceNote } from '#components/register/source-note';
import { putParam } from '#components/ui/browser/address-params';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { LinkButton } from '#components/ui/button';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { PageHeader } from '#components/ui/text';
import type { SendRequest } from '#lib/api/send-request';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { defaultDays, defaultPeriod, periodOf } from './rejection-period.ts';

const RejectionTable = lazyComponent(
  () => import('./rejection-table.tsx').then((part) => part.RejectionTable),
  <LoadingPlaceholder text="Loading rejections…" lines={12} />,
);

/** The rejection lists of the registry; values are sent as written here. */
const types = [
  { value: 'MasterRejection', label: 'All types' },
  { value: 'DTCRejection', label: 'Depository (DTC) only' },
  { value: 'MedallionRejection', label: 'Medallion only' },
] as const;

/** Rejected items from the status list, and the file that gives each reason. */
export function RejectionsView({ issuers, today }: { issuers: readonly Listed[]; today: string }) {
  const params = useSearchParams();
  const period = periodOf(params.get('from'), params.get('to'), today);
  const { from, to } = period;
  const type = types.find(({ value }) => value === params.get('type'))?.value ?? 'MasterRejection';
  const issuer =
    issuers.find(({ customerIssuerId }) => `${customerIssuerId}` === params.get('issuer')) ?? null;
  const read = useEachIssuer(
    issuers,
    `rejections ${from} ${today}`,
    useCallback(
      ({ customerIssuerId }: Listed, request: SendRequest) =>
        readTransactions(request, { issuer: customerIssuerId, status: 'Rejected', since: from, today }),
      [from, today],
    ),
  );
  const seen = read.parts.map(({ readAt }) => readAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts are new objects at every render, their times are not
  const rows = useMemo(
    () =>
      read.parts
        .filter((part) => issuer === null || part.issuer.customerIssuerId === issuer.customerIssuerId)
        .flatMap((part) =>
          (part.data ?? [])
            .filter((row) => row.received <= to)
            .map((row) => ({
              ...row,
              issuer: part.issuer.customerIssuerId,
              issuerName: part.issuer.name,
            })),
        ),
    [seen, to, issuer],
  );
  const text = `${formatDate(from)} to ${formatDate(to)}`;
  const some = read.parts.some(({ data }) => data !== undefined);
  return (
    <>
      <PrintedAs
        issuer={issuer ? `${issuer.name} (${issuer.customerIssuerId})` : 'All issuers'}
        asOf={`Received ${text}`}
        today={today}
      />
      <PageHeader
        kicker={`${issuer ? issuer.name : 'All issuers'} · Current, ${formatDate(today)}`}
        title="Rejections"
        description="Rejected items by received date. The rejection list has the rejection date, the reason and the guarantor."
        actions={
          <LinkButton
            icon="file"
            variant="primary"
            href={routes.newReport('rejection-list', {
              issuer: issuer ? issuer.customerIssuerId : 'all',
              from,
              to,
              type,
            })}
          >
            Create rejection list
          </LinkButton>
        }
      />
      <FilterSheet chosen={`${text}, ${issuer?.name ?? 'all issuers'}`}>
        <PeriodBar
          period={period}
          today={today}
          more={[{ label: `Last ${defaultDays} days`, ...defaultPeriod(today) }]}
        />
        <IssuerFilter issuers={issuers} issuer={issuer} />
        <Field label="Rejection type in list" className="w-52 max-sm:w-full">
          <Select
            value={type}
            onChange={(event) =>
              putParam('type', event.target.value === 'MasterRejection' ? null : event.target.value)
            }
            options={types}
          />
        </Field>
      </FilterSheet>
      <IssuerLoadStatus read={read} what="Rejections" />
      <SourceNote mark={null}>
        The rejection type and date are only in the rejection list. The period on this page is by received
        date; in the rejection list it is by rejection date. The counts may differ.
      </SourceNote>
      {some && (
        <RejectionTable
          rows={rows}
          settled={read.settled}
          of={issuer ? `${issuer.name} (${issuer.customerIssuerId})` : 'all issuers'}
          words={text}
          fileName={`rejections_${issuer?.customerIssuerId ?? 'all'}_${from}_${to}`}
        />
      )}
      {!some && !read.settled && <LoadingPlaceholder text="Loading rejections…" lines={10} />}
    </>
  );
}
