'use client';

import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { ApiError } from '#lib/api/error';
import { Button } from '../ui/button.tsx';
import { useClock } from '../ui/clock.tsx';
import { EmptyState, ErrorPanel, Skeleton, SkeletonWithNotice } from '../ui/states.tsx';

type LoadedProps<T> = {
  result: UseQueryResult<T, ApiError>;
  queryKey: readonly unknown[];
  /** Text of the loading state: 'Loading holders…' */
  waiting: string;
  lines?: number;
  /** Alternative when the response is too large for a page. */
  instead?: ReactNode;
  children: (data: T) => ReactNode;
};

/** Loading, error and canceled states of one read; older data stays on the page with its time. */
export function QueryResult<T>({ result, queryKey, waiting, lines = 4, instead, children }: LoadedProps<T>) {
  const clock = useClock();
  const client = useQueryClient();
  const { data, error, isFetching, refetch, dataUpdatedAt } = result;
  const retry = () => void refetch();
  if (data !== undefined) {
    return (
      <>
        {error && <ErrorPanel error={error} onRetry={retry} stillShowing={clock.time(dataUpdatedAt)} />}
        {children(data)}
      </>
    );
  }
  const cancel = () => void client.cancelQueries({ queryKey, exact: true });
  return <QueryPlaceholder {...{ error, isFetching, waiting, lines, instead, retry, cancel }} />;
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

/** Shown before anything is loaded: loading, error, too large, or canceled. */
export function QueryPlaceholder({ error, isFetching, waiting, lines, instead, retry, cancel }: NotYetProps) {
  if (error?.code === 'upstream_too_large' && !isFetching)
    return (
      <div role="status">
        <EmptyState title="Too large to display" action={instead}>
          {error.message} {instead && 'A report has no such limit.'}
        </EmptyState>
      </div>
    );
  if (error && !isFetching) return <ErrorPanel error={error} onRetry={retry} />;
  if (!isFetching) return <Canceled onRetry={retry} />;
  return <SkeletonWithNotice pending text={waiting} onCancel={cancel} lines={lines} />;
}

/** The server also renders this state before the browser starts to load, so the text waits a moment. */
function Canceled({ onRetry }: { onRetry: () => void }) {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), 300);
    return () => clearTimeout(timer);
  }, []);
  if (!settled) return <Skeleton lines={4} />;
  return (
    <EmptyState title="Not loaded" action={<Button onClick={onRetry}>Load</Button>}>
      Loading was canceled.
    </EmptyState>
  );
}
