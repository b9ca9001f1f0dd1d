// React hook for the rows of the work queue, with later changes merged into them.

'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useApi } from '#lib/api/provider';
import { useAllRows } from '#lib/api/rows/all-rows';
import { type ItemRow, itemKey } from './item-row.ts';
import { isOpen, type Stage } from './item-stages.ts';
import { mergeRows } from './merge-changes.ts';

const pollMs = 1_500;
const markMs = 4_000;
const none: ReadonlyMap<string, ItemRow> = new Map();
const noKeys: ReadonlySet<string> = new Set();

/**
 * The items of an issuer or of all, in one ended stage or the open ones; later changes are merged by version, so
 * that no row moves without a reason.
 */
export function useItems(issuer: number | null, ended: Stage | null) {
  const { call } = useApi();
  const client = useQueryClient();
  const input = { customerIssuerId: issuer, ...(ended ? { stage: ended } : {}) };
  const read = useAllRows('GetItems', input as never);
  const [changes, setChanges] = useState(none);
  const [sequence, setSequence] = useState(0);
  const [changed, setChanged] = useState(noKeys);
  const after = useRef<number | null>(null);
  const first = read.pages[0];
  if (first && after.current === null) after.current = first.sequence;
  const { again } = read;

  const poll = useQuery({
    queryKey: ['GetItemChanges', issuer, 'followed'],
    enabled: first !== undefined,
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
    staleTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const from = after.current ?? 0;
      const answer = await call('GetItemChanges', { customerIssuerId: issuer, after: from } as never, {
        signal,
      });
      after.current = Math.max(from, answer.sequence);
      if (answer.isIncomplete) void again();
      if (answer.items.length > 0) {
        const later = answer.items.map((row) => [itemKey(row), row] as const);
        // What posting would change may be different now; the one that is shown is checked again.
        void client.invalidateQueries({ queryKey: ['CheckItem'], refetchType: 'none' });
        setSequence(answer.sequence);
        setChanges((before) => new Map([...before, ...later]));
        setChanged((before) => new Set([...before, ...later.map(([key]) => key)]));
      }
      return answer.sequence;
    },
  });
  useEffect(() => {
    if (changed.size === 0) return;
    const timer = setTimeout(() => setChanged(noKeys), markMs);
    return () => clearTimeout(timer);
  }, [changed]);

  const rows = useMemo(
    () =>
      mergeRows(
        read.pages.flatMap((page) => page.items),
        changes,
        ({ stage }) => (ended ? stage === ended : isOpen(stage)),
      ),
    [read.pages, changes, ended],
  );
  return {
    ...read,
    rows,
    counts: first?.counts ?? [],
    changes,
    changed,
    /** The number of the last change that was read; 0 before the first one. */
    sequence,
    isBehind: poll.isError,
  };
}
