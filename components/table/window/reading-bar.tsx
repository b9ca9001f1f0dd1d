// Loads the rows that a table by ranges needs, and shows the progress.

'use client';

import { Button } from '#components/ui/button';
import { ErrorPanel } from '#components/ui/states';
import { formatShares } from '#lib/format/shares';
import type { Noun } from '../files/row-texts.ts';
import type { View } from '../layout/view.ts';
import { useOperationSort, useReadAllFor } from './range-reading.ts';
import type { RangeSource } from './range-source.ts';

type BarProps = { ranges: RangeSource<unknown>; noun: Noun; view: View };

/** Loads what the table's view needs, and shows the progress. */
export function RangeBar({ ranges, noun, view }: BarProps) {
  const requested = useOperationSort(ranges, view);
  useReadAllFor(ranges, requested ? JSON.stringify([view.sort, view.q, view.filters]) : '');
  return <ReadingBar {...{ ranges, noun, requested }} />;
}

type Props = {
  ranges: RangeSource<unknown>;
  noun: Noun;
  /** A sort or filter waits for all rows. */
  requested: boolean;
};

/** State of rows loaded by ranges, its effect, and a button to load all. */
export function ReadingBar({ ranges, noun, requested }: Props) {
  const { total, received, all, readingAll, short, moved, error } = ranges;
  const count = `${formatShares(total ?? 0)} ${total === 1 ? noun[0] : noun[1]}`;
  return (
    <>
      {error && <ErrorPanel error={error} title="Some rows could not be loaded" onRetry={ranges.retry} />}
      {moved && (
        <p className="mb-2 rounded-md border border-warning/40 bg-warning-soft px-3 py-2 print:hidden">
          The register changed while the rows were loading, so they may not be consistent.{' '}
          <button type="button" className="underline" onClick={ranges.again}>
            Load all rows again
          </button>
        </p>
      )}
      {!all && !error && (!short || requested) && (
        <p className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted print:hidden">
          {readingAll ? (
            <>
              <progress max={total ?? 1} value={received} aria-label={`Loading ${count}`} className="w-40" />
              {formatShares(received)} of {count}
              {requested && '. The registry cannot search or sort this list: all rows are loaded first'}
              <Button size="sm" onClick={ranges.stop}>
                Stop
              </Button>
            </>
          ) : (
            <>
              {requested
                ? 'Not applied: search, filters and sort need all rows.'
                : 'Rows load as you scroll. Search, sort, totals and files load all rows first.'}
              <Button size="sm" onClick={ranges.readAll}>
                Load all {count}
              </Button>
            </>
          )}
        </p>
      )}
    </>
  );
}
