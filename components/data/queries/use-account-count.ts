'use client';

import { useQuery } from '@tanstack/react-query';
import { balanceQuery } from '#lib/api/register-queries';
import { accountsIn, listedMax } from '#lib/register/account-limit';

/** Number of accounts of an issuer by the balance of a day, and whether a browser can list them. */
export function useAccountCount(issuer: number, day: string) {
  const balance = useQuery(balanceQuery(issuer, day));
  const accounts = accountsIn(balance.data ?? []);
  return { balance, accounts, tooMany: accounts > listedMax };
}
