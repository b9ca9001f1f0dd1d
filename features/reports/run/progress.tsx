'use client';

import { useEffect, useState } from 'react';
import { elapsedText, sizeText } from '#components/runs/run-labels';
import type { Run } from '#lib/api/runs';

const tickMs = 200;

/** Time since the run was requested; counts on between two polls. */
function useElapsed(run: Run): number {
  const [now, setNow] = useState(run.elapsedMs);
  useEffect(() => {
    const began = performance.now() - run.elapsedMs;
    const timer = setInterval(() => setNow(performance.now() - began), tickMs);
    return () => clearInterval(timer);
  }, [run.elapsedMs]);
  return now;
}

/** Stage, bytes and elapsed time of a report in progress. */
export function Progress({ run }: { run: Run }) {
  const elapsed = useElapsed(run);
  const arriving = run.state === 'receiving';
  const stage = arriving ? 'Receiving and verifying the file…' : 'The registry is creating the report…';
  return (
    <div className="max-w-2xl border-y border-line py-4">
      <p role="status" className="text-lg">
        {stage}
      </p>
      {run.totalBytes ? (
        <progress
          className="mt-3 h-2 w-full accent-accent"
          aria-label="Bytes received"
          max={run.totalBytes}
          value={run.bytes}
        />
      ) : (
        <div className="skeleton mt-3 h-2 rounded" aria-hidden="true" />
      )}
      <p className="mt-2 flex flex-wrap justify-between gap-x-6 text-muted">
        <span>
          {arriving
            ? `${sizeText(run.bytes)}${run.totalBytes ? ` of ${sizeText(run.totalBytes)}` : ' so far'}`
            : 'No data received yet'}
        </span>
        <span>{elapsedText(elapsed)}</span>
      </p>
      <p className="mt-3">You can leave this page. The file will be in Downloads.</p>
    </div>
  );
}
