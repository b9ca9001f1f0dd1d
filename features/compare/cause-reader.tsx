'use client';

import { useEffect, useMemo } from 'react';
import { useJournal } from '#components/data/queries/use-journal';
import type { ApiError } from '#lib/api/error';
import { addDays } from '#lib/format/dates';
import type { JournalEntry } from '#lib/register/transactions/journal';
import { type Causes, causesIn } from './causes.ts';
import type { Ownership } from './compare.ts';

/** State of loading the causes; `causes` is null until the whole period is loaded. */
export type CauseState = {
  causes: Causes | null;
  entries: readonly JournalEntry[];
  error: ApiError | null;
  retry: () => void;
  cancel: () => void;
};

type Props = {
  issuer: number;
  from: string;
  to: string;
  first: Ownership;
  last: Ownership;
  onTell: (reported: CauseState) => void;
};

/** Reads the journal of the period for all classes at once and reports the state; renders nothing. */
export function CauseLoader({ issuer, from, to, first, last, onTell }: Props) {
  const { entries, complete, error, isFetching, read, retry, cancel } = useJournal(issuer, {
    from: addDays(from, 1),
    to,
  });
  const whole = complete && !error;
  const causes = useMemo(
    () => (whole ? causesIn(entries, [first, last]) : null),
    [whole, entries, first, last],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports when the state changes; the callbacks are new at every render
  useEffect(
    () => onTell({ causes, entries, error, retry, cancel }),
    [causes, error, isFetching, read, onTell],
  );
  return null;
}
