'use client';

import type { useJournal } from './queries/use-journal.ts';
import { QueryPlaceholder } from './query-result.tsx';

type Props = { journal: ReturnType<typeof useJournal>; lines: number };

/** Shown where the journal is loading, failed, is too large for a page, or was canceled. */
export const JournalNotYet = ({ journal, lines }: Props) => (
  <QueryPlaceholder
    error={journal.error}
    isFetching={journal.isFetching}
    waiting="Loading transactions…"
    lines={lines}
    instead="Select a shorter period."
    retry={journal.retry}
    cancel={journal.cancel}
  />
);
