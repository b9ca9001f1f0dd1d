'use client';

import type { ApiError } from '#lib/api/error';
import { formatShares } from '#lib/format/shares';
import { Button } from '../ui/button.tsx';
import { useClock } from '../ui/clock.tsx';
import { ErrorPanel } from '../ui/states.tsx';

/** The fields of `useAllRows` that are shown. */
type Read = {
  received: number;
  total: number | null;
  complete: boolean;
  moved: boolean;
  stopped: boolean;
  error: ApiError | null;
  updatedAt: number;
  stop: () => void;
  goOn: () => void;
  again: () => unknown;
};

type Props = { read: Read; noun?: string; meanwhile?: string };

/** Progress of a list that loads page by page, with a Cancel button; nothing once all rows are loaded. */
export function RowsProgress({
  read,
  noun = 'rows',
  meanwhile = 'Totals are complete when all are loaded.',
}: Props) {
  if (read.complete || read.error) return null;
  return (
    <span role="status" className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      {read.stopped ? 'Stopped after ' : 'Loading '}
      {read.total === null ? 'the first' : `${formatShares(read.received)} of ${formatShares(read.total)}`}{' '}
      {noun}. {read.stopped ? 'Totals cover these rows only.' : meanwhile}
      <Button size="sm" onClick={read.stopped ? read.goOn : read.stop}>
        {read.stopped ? 'Load the rest' : 'Stop'}
      </Button>
    </span>
  );
}

/** Keeps a line for the row count while loading and after, so that content below does not move. */
export function RowsRead({ read }: { read: Read }) {
  const clock = useClock();
  if (read.error) return null;
  return (
    <span className="inline-flex min-h-7 items-center print:min-h-0">
      {read.complete ? (
        `All ${formatShares(read.received)} rows, updated ${clock.time(read.updatedAt)}.`
      ) : (
        <RowsProgress read={read} />
      )}
    </span>
  );
}

/** An error of such a list while some of its rows are on the page. */
export function RowsError({ read }: { read: Read }) {
  const clock = useClock();
  const retry = () => void read.again();
  return (
    <>
      {read.error && (
        <ErrorPanel
          error={read.error}
          onRetry={read.complete ? retry : read.goOn}
          title={read.complete ? 'The rows could not be refreshed' : 'Not all rows could be loaded'}
          stillShowing={clock.time(read.updatedAt)}
        />
      )}
      {read.moved && (
        <p className="mb-3 rounded-md border border-warning/40 bg-warning-soft px-3 py-2">
          The register changed while loading, so the rows may not match the totals.{' '}
          <button type="button" className="underline" onClick={retry}>
            Refresh
          </button>
        </p>
      )}
    </>
  );
}
