// React hook that tells others which item is open here, and who has which item open.

'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { randomKey } from '#components/submission/form-draft';
import { request } from '#lib/api/call';
import type { ApiError } from '#lib/api/error';
import { type ItemRow, itemKey } from './item-row.ts';

type Open = Pick<ItemRow, 'customerIssuerId' | 'itemId'> | null;
type Viewer = { customerIssuerId: number; itemId: number; name: string };

/** Both together stay below the two seconds within which others see it. */
const settleMs = 150;
const repeatMs = 1_200;
const path = '/api/presence';

/** Tells others which item this window has open, and returns who has which item open, by the key of the item. */
export function useViewers(open: Open, enabled: boolean): ReadonlyMap<string, readonly string[]> {
  const [window_] = useState(randomKey);
  const [settled, setSettled] = useState<Open>(null);
  const openKey = open && itemKey(open);
  // Passing over items by keys does not announce each of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the item
  useEffect(() => {
    const timer = setTimeout(() => setSettled(open), settleMs);
    return () => clearTimeout(timer);
  }, [openKey]);
  const { data } = useQuery<{ viewers: Viewer[] }, ApiError>({
    queryKey: ['viewers', window_, settled && itemKey(settled)],
    enabled,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: repeatMs,
    refetchOnWindowFocus: true,
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => {
      const item = settled && { customerIssuerId: settled.customerIssuerId, itemId: settled.itemId };
      const body = { window: window_, open: item };
      return (await request(path, { method: 'POST', body, signal })) as { viewers: Viewer[] };
    },
  });
  useEffect(() => {
    if (!enabled) return;
    // Sent while the page is being left; a lost one only lasts until the entry expires.
    const leave = () =>
      void request(path, {
        method: 'POST',
        keepalive: true,
        body: { window: window_, open: null },
      }).catch(() => undefined);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [enabled, window_]);
  return useMemo(() => {
    const found = new Map<string, string[]>();
    for (const one of data?.viewers ?? []) {
      const key = itemKey(one);
      found.set(key, [...(found.get(key) ?? []), one.name]);
    }
    return found;
  }, [data]);
}
