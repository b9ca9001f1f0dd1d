'use client';

import { useMemo } from 'react';
import { capTableInput } from '#lib/api/register-queries';
import { useAllRows } from '#lib/api/rows/all-rows';
import { listedMax } from '#lib/register/account-limit';
import type { Balance } from '#lib/register/capacity';
import type { Holding } from '#lib/register/ownership/cap-table';
import { HoldingsMatrix } from './chosen-view.tsx';

type Props = {
  issuer: number;
  name: string;
  asof: string;
  holdings: readonly Holding[];
  balances: readonly Balance[] | null;
};

/**
 * The matrix of a past day. Ownership, which has a past, gives no account types: they are those of today's cap
 * table, and not reported for accounts closed since.
 */
export function PastMatrix({ issuer, asof, ...rest }: Props) {
  const { pages, complete } = useAllRows('GetShareholderCapTable', capTableInput(issuer), true, listedMax);
  const kinds = useMemo(() => {
    if (!complete) return undefined;
    const rows = pages.flatMap((page) => page.shareholders);
    return new Map(rows.map((row) => [`${row.shareholderControlId}`, row.shareholderType]));
  }, [pages, complete]);
  return <HoldingsMatrix {...{ issuer, asof, kinds }} {...rest} day={asof} isReconstructed />;
}
