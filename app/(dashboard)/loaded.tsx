'use client';

import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { ApiError } from '#lib/api/error';
import { Button } from '@/components/ui/button';
import { EmptyState, ErrorPanel, Skeleton, SkeletonWithNotice } from '@/components/ui/states';

type LoadedProps<T> = {
  result: UseQueryResult<T, ApiError>;
  queryKey: readonly unknown[];
  /** A whole sentence for somebody who waits: 'The registry is still adding up the holders.' */
  waiting: string;
  lines?: number;
  /** Where the same is to be had when the answer is too large for a page. */
  instead?: ReactNode;
  children: (data: T) => ReactNode;
};

/** 3:42 PM: when something was read; without a time zone, by the person's own clock. */
export const clock = (ms: number, timeZone?: string) =>
  new Date(ms).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });

/** Slow, broken and canceled states of one read (peers §6, end); older data stays on the page with its time. */
export function Loaded<T>({ result, queryKey, waiting, lines = 4, instead, children }: LoadedProps<T>) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch, dataUpdatedAt } = result;
  const retry = () => void refetch();
  if (data !== undefined) {
    return (
      <>
        {error && <ErrorPanel error={error} onRetry={retry} stillShowing={`at ${clock(dataUpdatedAt)}`} />}
        {children(data)}
      </>
    );
  }
  const cancel = () => void client.cancelQueries({ queryKey, exact: true });
  return <NotYet {...{ error, isFetching, waiting, lines, instead, retry, cancel }} />;
}

type NotYetProps = {
  error: ApiError | null;
  isFetching: boolean;
  waiting: string;
  lines: number;
  instead?: ReactNode;
  retry: () => void;
  cancel: () => void;
};

/** What stands where nothing has been read yet: waiting, broken, too large for a page, or canceled. */
export function NotYet({ error, isFetching, waiting, lines, instead, retry, cancel }: NotYetProps) {
  if (error?.code === 'upstream_too_large' && !isFetching)
    return (
      <div role="status">
        <EmptyState title="Too much for a page" action={instead}>
          {error.message} {instead && 'A file has no such limit.'}
        </EmptyState>
      </div>
    );
  if (error && !isFetching) return <ErrorPanel error={error} onRetry={retry} />;
  if (!isFetching) return <Canceled onRetry={retry} />;
  return <SkeletonWithNotice pending sentence={waiting} onCancel={cancel} lines={lines} />;
}

/** Also what the server draws before the browser has begun to ask, so it waits a moment before it speaks. */
function Canceled({ onRetry }: { onRetry: () => void }) {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), 300);
    return () => clearTimeout(timer);
  }, []);
  if (!settled) return <Skeleton lines={4} />;
  return (
    <EmptyState title="Not read" action={<Button onClick={onRetry}>Read it now</Button>}>
      The reading was canceled.
    </EmptyState>
  );
}
