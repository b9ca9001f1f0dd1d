'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { JournalNotYet } from '#components/data/journal-not-yet';
import { useJournal } from '#components/data/queries/use-journal';
import { CheckList } from '#components/register/check-list';
import { PeriodBar } from '#components/register/period-bar';
import { DataTable } from '#components/table/data-table';
import { putParam } from '#components/ui/browser/address-params';
import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/states';
import type { ApiError } from '#lib/api/error';
import { balanceQuery } from '#lib/api/register-queries';
import { useAllRows } from '#lib/api/rows/all-rows';
import type { ResponseFor } from '#lib/contract/index';
import { addDays, formatDate, isDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { dollarClasses } from '#lib/register/capacity';
import { type Certificate, certificatesOf } from '#lib/register/certificates';
import { pastCertificate, pastCertificatesInput } from '#lib/register/past-certificates';
import { presets, readPeriod } from '#lib/register/periods';
import { type Held, heldByDates, heldThen, movementChecks, movementsOf } from '../movements.ts';
import type { HolderRecord } from '../profile.ts';
import { movementColumns } from './movement-columns.ts';

type Props = {
  issuer: number;
  issuerName: string;
  account: string;
  name: string;
  record: HolderRecord;
  asof: string | null;
  today: string;
  read: UseQueryResult<ResponseFor<'GetHoldingCertificates'>, ApiError>;
};

/** Movements of the account with the balance after each; the lines are filtered from the issuer's journal. */
export function MovementsTab({ issuer, issuerName, account, name, record, asof, today, read }: Props) {
  const params = useSearchParams();
  const end = asof ?? today;
  const twelve = presets(end).find((one) => one.id === 'twelve') ?? { from: end, to: end };
  const { from, to } = readPeriod(params.get('from'), params.get('to'), today, twelve);
  const journal = useJournal(issuer, { from, to });
  const balance = useQuery(balanceQuery(issuer, today));
  const certificates = useMemo(
    () => (read.data === undefined ? null : certificatesOf(read.data)),
    [read.data],
  );
  const first = certificates
    ?.map((one) => one.issued)
    .filter(isDate)
    .sort()[0];
  const system = record.systemShareholderId === undefined ? '' : `${record.systemShareholderId}`;
  const opening = useHeld({ issuer, account, certificates, day: addDays(from, -1) });
  const closing = useHeld({ issuer, account, certificates, day: to });
  const rows = useMemo(() => {
    return movementsOf(journal.entries, { account, system }, opening ?? null).reverse();
  }, [journal.entries, account, system, opening]);
  const oneClass = new Set(rows.map((row) => row.className)).size <= 1;
  const shown = useMemo(
    () => movementColumns(issuer, asof, dollarClasses(balance.data ?? []), oneClass),
    [issuer, asof, balance.data, oneClass],
  );
  const all =
    first && first <= today ? [{ label: `All since ${formatDate(first)}`, from: first, to: today }] : [];
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <PeriodBar period={{ from, to }} today={today} more={all} />
        <p className="text-sm text-muted" role="status">
          {journal.complete
            ? `Transactions from ${formatDate(from)} to ${formatDate(to)}, by effective date.`
            : `Loading transactions from ${formatDate(from)} to ${formatDate(to)}: ${formatShares(journal.read)} of ${formatShares(journal.pieces)} parts.`}
        </p>
      </div>
      {!journal.complete && <JournalNotYet journal={journal} lines={6} />}
      {journal.complete && (
        <>
          <DataTable
            id={oneClass ? 'holder-movements' : 'holder-movements-classes'}
            label={`Movements of ${name}`}
            columns={shown}
            rows={rows}
            rowId={(row) => row.id}
            noun={['movement', 'movements']}
            fileName={`movements_${issuer}_${from}_${to}.csv`}
            about={[
              ['Movements of', `account ${account}, ${issuerName} (${issuer})`],
              ['Effective from', from],
              ['Effective to', to],
            ]}
            height="panel"
            empty={
              <EmptyState
                title="No movements in this period"
                action={
                  first && first < from ? (
                    <Button onClick={() => putParam('from', first)}>Show from {formatDate(first)}</Button>
                  ) : undefined
                }
              >
                No shares were issued to or canceled from this account between {formatDate(from)} and{' '}
                {formatDate(to)}
                {first && first < from ? `. Its first certificate was issued on ${formatDate(first)}.` : '.'}
              </EmptyState>
            }
          />
          {opening !== undefined && closing !== undefined && (
            <CheckList checks={movementChecks(rows, opening, closing)} />
          )}
        </>
      )}
    </>
  );
}

type HeldOf = { issuer: number; account: string; certificates: Certificate[] | null; day: string };

/** Shares of the account by class at the close of a day: undefined while they are read, null when they cannot be. */
function useHeld({ issuer, account, certificates, day }: HeldOf): Held | null | undefined {
  const hasPast = useAgentOperations().has('GetCertificatesAsOf');
  const input = { ...pastCertificatesInput(issuer, day, account), status: 'Outstanding' as const };
  const { pages, complete, error } = useAllRows('GetCertificatesAsOf', input, hasPast);
  return useMemo(() => {
    if (!hasPast) return certificates ? heldByDates(certificates, day) : undefined;
    if (complete) return heldThen(pages.flatMap((page) => page.certificates).map(pastCertificate));
    return error ? null : undefined;
  }, [hasPast, certificates, day, pages, complete, error]);
}
