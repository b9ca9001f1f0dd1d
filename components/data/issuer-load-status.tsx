'use client';

import { Button } from '../ui/button.tsx';
import { useClock } from '../ui/clock.tsx';
import { Icon } from '../ui/icons.tsx';
import type { EachIssuer } from './queries/use-each-issuer.ts';

const issuersText = (count: number) => `${count} ${count === 1 ? 'issuer' : 'issuers'}`;

/** State and time of loading across issuers. Names an issuer that failed; the others stay. */
export function IssuerLoadStatus({ read, what }: { read: EachIssuer<unknown>; what: string }) {
  const clock = useClock();
  const { parts, settled } = read;
  const done = parts.filter(({ state }) => state === 'read').length;
  const failed = parts.filter(({ state }) => state === 'failed');
  const stopped = parts.some(({ state }) => state === 'stopped');
  const action = settled
    ? { label: 'Refresh', run: () => read.again() }
    : stopped
      ? { label: 'Load the rest', run: read.goOn }
      : { label: 'Stop', run: read.stop };
  const times = parts.filter(({ readAt }) => readAt > 0).map(({ readAt }) => readAt);
  return (
    <div className="mb-3 print:mb-1">
      {/* On a phone, room for three lines in every state, so that neither the button nor what follows moves. */}
      <p className="flex min-h-7 items-center gap-x-3 text-sm text-muted print:min-h-0">
        <span
          role="status"
          className="max-sm:min-h-[3lh] max-sm:min-w-0 max-sm:flex-1 max-sm:content-center print:min-h-0"
        >
          {settled
            ? `${what} of ${failed.length > 0 ? `${done} of ${issuersText(parts.length)}` : issuersText(parts.length)}`
            : `${stopped ? 'Stopped after' : `Loading ${what.toLowerCase()}:`} ${done} of ${issuersText(parts.length)}`}
          {times.length > 0 && settled && `, updated ${clock.time(Math.min(...times))}`}.
          {!settled && ' Totals cover loaded issuers only.'}
        </span>
        {/* One button in every state: it keeps the focus when loading ends. */}
        <Button size="sm" onClick={action.run} className="print:hidden">
          {action.label}
        </Button>
      </p>
      {failed.length > 0 && (
        <div
          role="alert"
          className="mt-1 rounded-md border border-danger/50 border-l-4 bg-danger-soft px-3 py-1.5 text-sm"
        >
          <ul>
            {failed.map(({ issuer, error, data, readAt }) => (
              <li
                key={issuer.customerIssuerId}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 py-0.5"
              >
                <span className="flex items-center gap-2">
                  <Icon name="alert" className="size-4 text-danger" />
                  <span>
                    <strong className="font-medium">
                      {issuer.name} ({issuer.customerIssuerId})
                    </strong>{' '}
                    could not be loaded: {error?.message}
                    {data !== undefined && ` Showing data from ${clock.time(readAt)}.`}
                  </span>
                </span>
                <Button size="sm" onClick={() => read.again(issuer.customerIssuerId)}>
                  Try again
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
