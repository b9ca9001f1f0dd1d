'use client';

import { NotYet } from './loaded.tsx';
import type { useJournal } from './use-journal.ts';

type Props = { journal: ReturnType<typeof useJournal>; lines: number };

/** What stands where the journal is still being read, could not be, or was canceled. */
export const JournalNotYet = ({ journal, lines }: Props) => (
  <NotYet
    error={journal.error}
    isFetching={journal.isFetching}
    waiting="The registry is reading its journal."
    lines={lines}
    retry={journal.retry}
    cancel={journal.cancel}
  />
);
