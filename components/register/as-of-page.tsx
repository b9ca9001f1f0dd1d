'use client';

import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '#lib/api/error';
import { balanceQuery } from '#lib/api/register-queries';
import { formatDate } from '#lib/format/dates';
import type { Balance } from '#lib/register/capacity';
import { QueryResult } from '../data/query-result.tsx';
import { PageHeader } from '../ui/text.tsx';
import { PrintedAs } from './printed-as.tsx';

type Props<T> = {
  issuer: number;
  name: string;
  title: string;
  asof: string | null;
  today: string;
  actions?: ReactNode;
  /** Between the heading and the data. */
  note?: ReactNode;
  requested: UseQueryOptions<T, ApiError>;
  /** What is loading, for the loading text: 'adding up the holdings'. */
  waiting: string;
  children: (data: T, balances: readonly Balance[] | null) => ReactNode;
};

/** A page made of one response as of a day, with the balance of that day for comparison. */
export function AsOfPage<T>(props: Props<T>) {
  const { issuer, name, title, asof, today, actions, note, requested, waiting, children } = props;
  const day = asof ?? today;
  const result = useQuery(requested);
  const balances = useQuery(balanceQuery(issuer, day));
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`As of ${formatDate(day)}`} today={today} />
      <PageHeader kicker={name} title={title} actions={actions} />
      {note}
      <QueryResult
        result={result}
        queryKey={requested.queryKey}
        waiting={`Loading ${waiting} as of ${formatDate(day)}…`}
        lines={12}
      >
        {(data) => children(data, balances.data ?? null)}
      </QueryResult>
    </>
  );
}
