'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { query } from '#lib/api/query';
import { cutoffText, minutesToCutoff } from './due-texts.ts';

const tickMs = 15_000;

/** Time left until the cut-off, on the registry's clock: the browser's may be wrong. */
export function CutoffClock() {
  const { data, dataUpdatedAt } = useQuery({
    ...query('GetAgentSettings', {} as never),
    refetchInterval: 300_000,
  });
  const [nowMs, setNowMs] = useState(0);
  useEffect(() => {
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  if (!data || nowMs === 0) return <span>Cut-off –</span>;
  const atMs = Date.parse(data.now) + Math.max(0, nowMs - dataUpdatedAt);
  const left = minutesToCutoff(atMs, data.timeZone, data.cutoff);
  return (
    <span className={left >= 0 && left <= 30 ? 'text-warning' : undefined}>
      {cutoffText(left)} ({data.cutoff} {data.timeZone.replace('_', ' ')})
    </span>
  );
}
