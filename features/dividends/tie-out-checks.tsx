'use client';

import { useQuery } from '@tanstack/react-query';
import { CheckList } from '#components/register/check-list';
import { balanceQuery } from '#lib/api/register-queries';
import { formatDate, isDate } from '#lib/format/dates';
import type { Dividend } from '#lib/register/dividends';
import { tieOut } from './tie-out.ts';

type Props = { dividend: Dividend; issuer: number; today: string; open?: boolean };

/** A dividend against the balance of its record date; that balance is read only for this check. */
export function TieOutChecks({ dividend, issuer, today, open }: Props) {
  const { record } = dividend;
  const known = isDate(record) && record <= today;
  const balance = useQuery({ ...balanceQuery(issuer, known ? record : today), enabled: known });
  if (isDate(record) && record > today)
    return (
      <p className="mt-2 text-sm text-muted">
        Tie-out is available after the record date, {formatDate(record)}.
      </p>
    );
  if (known && balance.data === undefined && !balance.error)
    return <p className="mt-3 text-sm text-muted">Loading the balance of {formatDate(record)}…</p>;
  return (
    <CheckList
      title={known ? `Tie-out to the balance of ${formatDate(record)}` : 'Tie-out'}
      open={open}
      checks={tieOut(dividend, balance.data ?? null, today)}
    />
  );
}
