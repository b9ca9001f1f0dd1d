'use client';

import { useQuery } from '@tanstack/react-query';
import { accountsIn, listedMax } from './many.ts';
import { balanceQuery } from './queries.ts';

/** How many accounts an issuer has by the balance of a day, and whether that is too many to list in a browser. */
export function useAccounts(issuer: number, day: string) {
  const balance = useQuery(balanceQuery(issuer, day));
  const accounts = accountsIn(balance.data ?? []);
  return { balance, accounts, tooMany: accounts > listedMax };
}
